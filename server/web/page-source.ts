import { existsSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { ViteDevServer } from 'vite'
import type { Services } from '../../web/app/services.ts'

const WEB = new URL('../../web/', import.meta.url)

type Render = (request: Request, services: Services) => Promise<Response>

/** Where pages come from: the build, or in development the sources through Vite. */
export type PageSource = {
  render: Render
  /** Development only: answers scripts, styles and hot updates. */
  vite: ViteDevServer | null
  /** The folder of scripts, styles and fonts; null in development. */
  assets: string | null
}

export type OpenPages = (app: FastifyInstance) => Promise<PageSource>

/** @throws when the web has not been built */
export async function builtPages(): Promise<PageSource> {
  const entry = new URL('build/server/index.js', WEB)
  if (!existsSync(entry)) throw new Error('The web is not built yet: run "npm run build" first.')
  const { render } = (await import(pathToFileURL(fileURLToPath(entry)).href)) as { render: Render } // web/server.ts
  return { render, vite: null, assets: fileURLToPath(new URL('build/client/', WEB)) }
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
  return {
    vite,
    assets: null,
    render: async (request, services) => {
      const { render } = (await vite.ssrLoadModule('./server.ts')) as { render: Render } // web/server.ts
      return render(request, services)
    },
  }
}
