import { useQueryClient } from '@tanstack/react-query'

/** Invalidates every query that may show an admin's last action. */
export function useAdminChanged(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    const isAdmins = (name: unknown) =>
      typeof name === 'string' && /^GET \/api\/(?:admin\/|users$)/.test(name)
    await client.invalidateQueries({ predicate: ({ queryKey: [name] }) => isAdmins(name) })
  }
}
