import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { servicesContext } from './services.ts'
import { ScriptNonce } from './ui/browser/inline-script.tsx'

const RENDER_TIMEOUT_MS = 10_000

/**
 * Renders a page completely before it is sent: the server caches it, which streaming would prevent. Only scripts with the
 * nonce will run; the server hashes them and removes the nonce.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    let answerStatus = status
    const nonce = crypto.randomUUID()
    const { pipe, abort } = renderToPipeableStream(
      <ScriptNonce value={nonce}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </ScriptNonce>,
      {
        nonce,
        // A page is sent whole: without this, React puts large lazily loaded parts into hidden elements that scripts reveal.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady() {
          clearTimeout(timer)
          const body = new PassThrough()
          headers.set('content-type', 'text/html; charset=utf-8')
          headers.set('x-script-nonce', nonce)
          resolve(new Response(createReadableStreamFromReadable(body), { headers, status: answerStatus }))
          pipe(body)
        },
        onShellError(error) {
          clearTimeout(timer)
          reject(error)
        },
        onError() {
          // Part of the page failed and is left to the browser; the response reports a server error.
          answerStatus = 500
        },
      },
    )
    const timer = setTimeout(abort, RENDER_TIMEOUT_MS)
  })
}

export const handleError: HandleErrorFunction = (error, { context }) => {
  const provider = context as RouterContextProvider // server.ts provides one with every request
  provider.get(servicesContext).reportError(error)
}
