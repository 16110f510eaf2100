import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { promisify } from 'node:util'
import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SMTPConnection from 'nodemailer/lib/smtp-connection'

/**
 * Asks a mail server whether it accepts email from one address to another, and disconnects before sending any: by RFC 5321 it
 * then delivers nothing.
 * @throws Error with the server's response, when it does not
 */
export async function askRecipient(
  { url, from, silenceMs }: { url: string; from: string; silenceMs: number },
  to: string,
): Promise<void> {
  const { auth, ...options } = parseConnectionUrl(url)
  const connection = new SMTPConnection({
    ...options,
    connectionTimeout: silenceMs,
    greetingTimeout: silenceMs,
    socketTimeout: silenceMs,
  })
  const failed = once(connection, 'error').then(([error]) => Promise.reject(error))
  failed.catch(() => undefined) // also after this has ended
  const within = <Result>(step: Promise<Result>): Promise<Result> => Promise.race([step, failed])
  try {
    await within(
      new Promise<void>((resolve, reject) =>
        connection.connect((error) => (error ? reject(error) : resolve())),
      ),
    )
    if (auth) await within(promisify(connection.login.bind(connection))(auth))
    await within(acceptedBy(connection, { from, to }))
  } finally {
    connection.close()
  }
}

/** The message is requested once the server has accepted both addresses. */
const acceptedBy = (connection: SMTPConnection, { from, to }: { from: string; to: string }): Promise<void> =>
  new Promise((resolve, reject) => {
    const message = new PassThrough()
    message.pipe = (target) => {
      resolve()
      return target
    }
    connection.send({ from, to: [to] }, message, (error) => reject(error))
  })
