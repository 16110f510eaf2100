import { get, request } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

const MIB = 1024 ** 2
const BLOCK = Buffer.alloc(MIB, 'No Filler')

/** Sends `size` bytes (whole mebibytes) from memory. @throws unless the response is a success */
export function send(
  { method = 'PUT', url, headers = {} }: { method?: string; url: string; headers?: Record<string, string> },
  size: number,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers: { ...headers, 'content-length': size } }, (answer) => {
      answer.resume()
      if (answer.statusCode && answer.statusCode < 300) resolve()
      else reject(new Error(`the upload was answered by ${answer.statusCode}`))
    })
    pipeline(Readable.from(blocks(size / MIB)), sent).catch(reject)
  })
}

function* blocks(count: number): Generator<Buffer> {
  for (let block = 0; block < count; block += 1) yield BLOCK
}

/** Fetches everything below an address, and drops it. */
export function receive(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`the download was answered by ${answer.statusCode}`))
      answer.resume().once('end', resolve)
    }).once('error', reject)
  })
}
