import {
  AbortMultipartUploadCommand,
  HeadObjectCommand,
  ListPartsCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { S3Store } from '@tus/s3-store'
import { Upload } from '@tus/server'
import { refuse, type S3Settings, s3ClientConfig, statusOf, traceCalls } from '../s3.ts'
import type { Storage } from '../storage.ts'
import type { PartStore } from './resumable.ts'

/** 5 GiB make 320 of 10,000 possible parts. An interruption costs the data of one part. */
const PART_BYTES = 16 * 1024 ** 2

/**
 * Unfinished uploads as multipart uploads of the bucket, each with a note (`.info`) beside its key. Parts are collected on
 * disk and sent one after the other: with concurrent parts a crash could leave a later one without an earlier one, and an
 * upload is continued by their sizes.
 */
export function s3Parts(settings: S3Settings, storage: Storage): PartStore {
  const client = new S3Client(s3ClientConfig(settings))
  traceCalls(client)
  const { requestHandler } = client.config // one set of connections for all
  // The limit of concurrent parts applies to a tus store, which also remembers uploads: so each call has its own.
  const newStore = () =>
    new TracedStore({
      partSize: PART_BYTES,
      maxConcurrentPartUploads: 1,
      useTags: false,
      s3ClientConfig: { ...s3ClientConfig(settings), requestHandler, bucket: settings.bucket },
    })
  const infoOf = (key: string) => `${key}.info`

  const multipartIdOf = async (key: string): Promise<string | undefined> => {
    const object = { Bucket: settings.bucket, Key: infoOf(key) }
    const info = await client.send(new HeadObjectCommand(object)).catch(missingAsUndefined)
    return info?.Metadata?.['upload-id']
  }

  const isOpen = async (key: string): Promise<boolean> => {
    const UploadId = await multipartIdOf(key)
    const parts = new ListPartsCommand({ Bucket: settings.bucket, Key: key, UploadId, MaxParts: 1 })
    return UploadId !== undefined && (await client.send(parts).catch(missingAsUndefined)) !== undefined
  }

  return {
    open: async ({ key, contentType, sizeBytes }) => {
      const upload = new Upload({ id: key, size: sizeBytes, offset: 0, metadata: { contentType } })
      await newStore().create(upload).catch(refuse)
    },

    find: async (key) => {
      if (!(await isOpen(key))) return null // tus's own store takes a missing multipart upload for a finished one
      const { size = 0, offset } = await newStore().getUpload(key).catch(refuse)
      return { sizeBytes: size, receivedBytes: offset }
    },

    write: async (key, bytes, offset) => {
      const end = await newStore().write(bytes, key, offset).catch(refuse)
      if ((await storage.sizeOf(key)) !== null) await storage.remove(infoOf(key))
      return end
    },

    remove: async (key) => {
      const UploadId = await multipartIdOf(key)
      if (UploadId === undefined) return
      const multipart = { Bucket: settings.bucket, Key: key, UploadId }
      await client.send(new AbortMultipartUploadCommand(multipart)).catch(missingAsUndefined)
      await storage.remove(`${key}.part`)
      await storage.remove(infoOf(key))
    },
  }
}

class TracedStore extends S3Store {
  constructor(...options: ConstructorParameters<typeof S3Store>) {
    super(...options)
    traceCalls(this.client)
  }
}

function missingAsUndefined(error: unknown): undefined {
  if (statusOf(error) !== 404) refuse(error)
}
