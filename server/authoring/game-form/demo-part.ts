import { DEMO_PART, type GameForm } from '@nofiller/contract/authoring/authoring'
import { fileNameProblem } from '@nofiller/contract/authoring/game-rules'
import type { FilePart } from '../../platform/http/bodies/multipart.ts'
import { HttpError, unprocessable } from '../../platform/http/errors/errors.ts'
import type { Store } from '../../store.ts'
import { discardUpload } from '../uploads/cancel-upload.ts'
import { cleanFileName } from '../uploads/file-name.ts'
import { storePart } from '../uploads/temp-file.ts'

/**
 * Saves a form whose demo may have come as one of its parts (requirements 5.15): the part becomes an upload, which the save takes
 * by its temp key and holds against the same rules. One that was not taken is removed, also when the save is refused.
 * @throws HttpError 422 on `demoFile`, and as `storePart`
 */
export async function withDemoPart<Saved>(
  store: Store,
  accountId: string,
  form: GameForm,
  parts: readonly FilePart[],
  save: (form: GameForm) => Promise<Saved>,
): Promise<Saved> {
  const part = parts.find(({ field }) => field === DEMO_PART)
  if (!part) return save(form)
  const problem = form.demoTempKey
    ? 'Choose only one demo file.'
    : fileNameProblem(cleanFileName(part.fileName))
  if (problem) throw unprocessable({ [DEMO_PART]: problem })

  const demoTempKey = await storePart(store, accountId, part)
  try {
    return await save({ ...form, demoTempKey })
  } catch (error) {
    throw error instanceof HttpError ? namingThePart(error) : error
  } finally {
    await discardUpload(store, demoTempKey).catch((error: unknown) =>
      store.log.warn({ err: error, demoTempKey }, 'the demo of a form is left to the sweep'),
    )
  }
}

/** The caller sent no temp key. */
function namingThePart(error: HttpError): HttpError {
  const { demoTempKey, ...others } = error.fields ?? {}
  return demoTempKey === undefined ? error : unprocessable({ ...others, [DEMO_PART]: demoTempKey })
}
