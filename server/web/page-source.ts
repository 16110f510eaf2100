import { existsSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { ViteDevServer } from 'vite'
import type { Services, Store } from '../../web/app/services.ts'

const WEB = new URL('../../web/', import.meta.url)

type Render = (request: Request, services: Services) => Promise<Response>
type RenderUnavailable = (store: Store, country: string | null, nonce: string) => string
type RenderRefusal = (store: Store, status: number, message: string, nonce: string) => string
/** The exports of web/server.ts. */
type Entry = { render: Render; renderUnavailable: RenderUnavailable; renderRefusal: RenderRefusal }

/** Where pages come from: the build, or in development the sources through Vite. */
export type PageSource = {
  render: Render
  /** The page for visitors from where the law keeps the store closed. */
  renderUnavailable: (...page: Parameters<RenderUnavailable>) => Promise<string>
  /** The page for a person whose request was refused. */
  renderRefusal: (...page: Parameters<RenderRefusal>) => Promise<string>
  /** Development only: serves scripts, styles and hot updates. */
  vite: ViteDevServer | null
  /** The folder of scripts, styles and fonts; null in development. */
  assets: string | null
}

export type OpenPages = (app: FastifyInstance) => Promise<PageSource>

/** @throws when the web has not been built */
export async function builtPages(): Promise<PageSource> {
  const entry = new URL('build/server/index.js', WEB)
  if (!existsSync(entry)) throw new Error('The web is not built yet: run "npm run build" first.')
  const { render, renderUnavailable, renderRefusal } = (await import(
    pathToFileURL(fileURLToPath(entry)).href
  )) as Entry
  return {
    render,
    renderUnavailable: async (...page) => renderUnavailable(...page),
    renderRefusal: async (...page) => renderRefusal(...page),
    vite: null,
    assets: fileURLToPath(new URL('build/client/', WEB)),
  }
}

/** Pages from their sources, hot: a change of a component shows without a reload. */
export async function livePages(app: FastifyInstance): Promise<PageSource> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    root: fileURLToPath(WEB),
    appType: 'custom',
    configLoader: 'native', // bundling the file would leave a temporary one behind, which a watching Node takes for a change
    server: { middlewareMode: true, hmr: { server: app.server } },
  })
  app.addHook('preClose', () => vite.close())
  const entry = async () => (await vite.ssrLoadModule('./server.ts')) as Entry
  return {
    vite,
    assets: null,
    render: async (...page) => (await entry()).render(...page),
    renderUnavailable: async (...page) => (await entry()).renderUnavailable(...page),
    renderRefusal: async (...page) => (await entry()).renderRefusal(...page),
  }
}
