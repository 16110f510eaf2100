import * as build from 'virtual:react-router/server-build'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { type Services, type Store, servicesContext } from './app/services.ts'
import { Refusal } from './app/shell/refusal.tsx'
import { UnavailableInCountry } from './app/shell/unavailable-in-country.tsx'
import { ScriptNonce } from './app/ui/browser/inline-script.tsx'

export type { Services } from './app/services.ts'

const handler = createRequestHandler(build, import.meta.env.MODE)

/**
 * Answers a request for a page or for the data of one. The page is whole when it is answered, the same for every
 * visitor, and holds no cookie and no user; what it reads, it reads through `services`.
 */
export function render(request: Request, services: Services): Promise<Response> {
  const context = new RouterContextProvider()
  context.set(servicesContext, services)
  return handler(request, context)
}

/**
 * The page for visitors from where the law keeps the store closed.
 * @param nonce marks its script as ours
 */
export function renderUnavailable(store: Store, country: string | null, nonce: string): string {
  return documentOf(createElement(UnavailableInCountry, { store, country, styles: styles() }), nonce)
}

/**
 * What a person sees of a request that was refused.
 * @param nonce marks its script as ours
 */
export function renderRefusal(store: Store, status: number, message: string, nonce: string): string {
  return documentOf(createElement(Refusal, { store, status, message, styles: styles() }), nonce)
}

const styles = (): readonly string[] => build.assets.routes.root?.css ?? []

const documentOf = (page: ReactElement, nonce: string): string =>
  `<!DOCTYPE html>${renderToStaticMarkup(createElement(ScriptNonce, { value: nonce }, page))}`
