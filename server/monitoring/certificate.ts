import { connect } from 'node:tls'

const TIMEOUT_MS = 5_000

/**
 * When the certificate that visitors are shown ends; of an expired or wrong one too. Null when the store is not reached by
 * https, or did not answer within 5 s.
 */
export function certificateEnd(publicUrl: string): Promise<Date | null> {
  const { protocol, hostname, port } = new URL(publicUrl)
  if (protocol !== 'https:') return Promise.resolve(null)
  return new Promise((resolve) => {
    const socket = connect({
      host: hostname,
      servername: hostname,
      port: Number(port || 443),
      rejectUnauthorized: false, // nothing is sent or believed: an invalid certificate has an end too
    })
    const answer = (end: Date | null) => {
      socket.destroy()
      resolve(end)
    }
    socket.setTimeout(TIMEOUT_MS, () => answer(null))
    socket.once('error', () => answer(null))
    socket.once('secureConnect', () => answer(new Date(socket.getPeerCertificate().valid_to)))
  })
}
