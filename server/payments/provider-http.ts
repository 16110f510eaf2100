const TIMEOUT_MS = 10_000
const ANSWER_BYTES_MAX = 1024 * 1024

/** What a provider said that was not a success, or not an answer at all. */
export class ProviderError extends Error {}

/**
 * Asks a provider: 10 s, no redirects, at most 1 MB of JSON (security C9).
 * @throws ProviderError with what went wrong, never with a secret
 */
export async function askProvider(
  url: string,
  init: { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string; signal?: AbortSignal },
): Promise<unknown> {
  try {
    const timeout = AbortSignal.timeout(TIMEOUT_MS)
    const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout
    const answer = await fetch(url, { ...init, redirect: 'error', signal })
    const text = await limitedText(answer)
    if (!answer.ok) throw new ProviderError(`the provider answered ${answer.status}`)
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof ProviderError) throw error
    throw new ProviderError(
      `the provider could not be asked: ${error instanceof Error ? error.message : error}`,
    )
  }
}

async function limitedText(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body ?? []) {
    size += chunk.length
    if (size > ANSWER_BYTES_MAX) throw new ProviderError('the provider answered more than 1 MB')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
