import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { type CallName, calls } from '@nofiller/contract/calls'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { COMPONENTS, documentCall, TAGS } from './api-operations.ts'
import type { Config } from './config.ts'
import { forAnyone } from './platform/http/guard.ts'

const HOW_TO_CALL = `Every answer is JSON unless its type says otherwise, every time ISO 8601 in UTC, every price in US dollars.
An answer that is not a success has one shape, \`Error\`: a sentence for a person and a stable \`code\`.
Lists answer \`X-Total-Count\`, and in \`Link\` the address of the next page.`

/** The OpenAPI document of every call, made from the contract, at `/api/docs` and `/api/docs/json`. */
export async function apiDocs(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: infoOf(config),
      servers: [{ url: '/', description: 'This store' }],
      tags: TAGS,
      components: COMPONENTS,
    },
    transform: (route) => {
      const { form } = route.route.config ?? {}
      const { schema, url } = jsonSchemaTransform({
        ...route,
        schema: { ...route.schema, ...(form && { body: form, consumes: typesOf(route.schema) }) },
      })
      const hide = !url.startsWith('/api/') || !(`${route.route.method} ${url}` in calls)
      return { schema: { ...schema, hide }, url }
    },
    transformObject: (document) => {
      if (!('openapiObject' in document)) return document.swaggerObject
      documentCalls(document.openapiObject.paths as Paths) // `calls` alone are shown
      return spellOut(document.openapiObject) as typeof document.openapiObject
    },
  })
  await app.register(async (docs) => {
    forAnyone(docs)
    await docs.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true })
  })
}

type Paths = Record<string, Record<string, { responses: object }>>

/** Adds to each operation what the contract knows of its call besides the shapes. */
function documentCalls(paths: Paths): void {
  for (const [path, operations] of Object.entries(paths))
    for (const [method, operation] of Object.entries(operations)) {
      const name = `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}` as CallName // others are hidden
      const { errors, ...rest } = documentCall(name)
      Object.assign(operation, rest, { responses: { ...operation.responses, ...errors } })
    }
}

/** A record whose keys are known, which JSON Schema names apart from its properties, becomes an object of these properties. */
function spellOut(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(spellOut)
  if (typeof schema !== 'object' || schema === null) return schema
  const { propertyNames, additionalProperties, ...rest } = schema as Record<string, unknown>
  const keys = (propertyNames as { enum?: string[] } | undefined)?.enum
  const shown = keys
    ? { ...rest, properties: Object.fromEntries(keys.map((key) => [key, additionalProperties])) }
    : schema
  return Object.fromEntries(Object.entries(shown).map(([key, value]) => [key, spellOut(value)]))
}

const infoOf = ({ STORE_NAME, STORE_TAGLINE, SUPPORT_EMAIL, publicUrl }: Config) => ({
  title: STORE_NAME,
  version: '1',
  description: `${STORE_TAGLINE}\n\n${HOW_TO_CALL}`,
  contact: { name: STORE_NAME, email: SUPPORT_EMAIL, url: `${publicUrl}/contact` },
  license: { name: 'Terms', url: `${publicUrl}/terms` },
  termsOfService: `${publicUrl}/terms`,
})

/** A call that describes a JSON body besides its form takes either. */
const typesOf = (schema: FastifySchema | undefined): string[] => [
  ...(schema?.body ? ['application/json'] : []),
  'multipart/form-data',
]
