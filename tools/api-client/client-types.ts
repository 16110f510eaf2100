/**
 * Types for a client of a store, from its OpenAPI document: `node tools/api-client/client-types.ts http://localhost:3000 > store.ts`.
 * With them `createClient<paths>({ baseUrl })` of `openapi-fetch` knows every call, what it takes and what it answers.
 */
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'

/** The types of a document, as the text of a module. */
export const clientTypes = async (document: OpenAPI3): Promise<string> =>
  astToString(await openapiTS(document))

if (import.meta.main) {
  const answer = await fetch(`${process.argv[2]}/api/docs/json`)
  process.stdout.write(await clientTypes((await answer.json()) as OpenAPI3)) // the store says so
}
