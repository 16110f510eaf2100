import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { admits } from '@nofiller/contract/access'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { Config } from './config.ts'
import { forAnyone } from './platform/http/guard.ts'

/** The OpenAPI document of every call, made from the contract, at `/api/docs` and `/api/docs/json`. */
export async function apiDocs(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: config.STORE_NAME, description: config.STORE_TAGLINE, version: '1' },
      servers: [{ url: config.publicUrl }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: (route) => {
      const { form, access } = route.route.config ?? {}
      const { schema, url } = jsonSchemaTransform({
        ...route,
        schema: { ...route.schema, ...(form && { body: form, consumes: typesOf(route.schema) }) },
      })
      const isOpen = access !== undefined && admits(access, 'nobody')
      const hide = !url.startsWith('/api/') || url.startsWith('/api/docs')
      return { schema: { ...schema, hide, ...(!isOpen && { security: [{ bearer: [] }] }) }, url }
    },
  })
  await app.register(async (docs) => {
    forAnyone(docs)
    await docs.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true })
  })
}

/** A call that describes a JSON body besides its form takes either. */
const typesOf = (schema: FastifySchema | undefined): string[] => [
  ...(schema?.body ? ['application/json'] : []),
  'multipart/form-data',
]
