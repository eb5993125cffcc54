import { partSizeFor, type Upload } from '@kinora/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { type Change, recordChange } from '../../../platform/events/changes.ts'
import { type UploadRow, uploads } from '../contents/tables.ts'
import { uploadKey } from '../files/storage-keys.ts'
import type { Library } from '../library.ts'

interface UploadFile extends Pick<UploadRow, 'contentId' | 'kind' | 'targetId'> {
  readonly environmentId: string
  readonly fileName: string
  readonly fileSize: number
}

/** Begins an upload in parts; `prepare` runs in the same transaction. */
export async function beginUpload(
  library: Library,
  file: UploadFile,
  prepare: (tx: Transaction) => Promise<void>,
): Promise<Upload> {
  const partSize = partSizeFor(file.fileSize)
  const key = uploadKey(file)
  // Outside the transaction, because storage may be slow.
  const multipartId = await library.storage.createMultipart(key, file.fileSize, partSize)
  const insertion = library.db.transaction(async (tx) => {
    await prepare(tx)
    const at = library.clock.now()
    const [upload] = await tx
      .insert(uploads)
      .values({
        ...file,
        id: uuidv7(),
        partSize,
        partCount: Math.ceil(file.fileSize / partSize),
        multipartId,
        status: 'pending',
        createdAt: at,
        touchedAt: at,
      })
      .returning()
    if (!upload) throw new Error('an upload was not inserted')
    await recordChange(tx, null, uploadChange(upload, 'created'), library.clock.now())
    return upload
  })
  try {
    return { ...uploadView(await insertion), parts: [] }
  } catch (error) {
    await library.storage.abortMultipart(key, multipartId)
    throw error
  }
}

/** A change of an upload, for `recordChange`. */
export function uploadChange(
  { id, environmentId, contentId, fileName, fileSize }: UploadRow,
  action: 'created' | 'completed' | 'cancelled',
): Change {
  return {
    environmentId,
    object: { type: 'upload', id, name: fileName },
    event: { type: `video.upload.${action}`, data: { contentId, fileName, fileSize } },
  }
}

export function uploadView(row: UploadRow): Omit<Upload, 'parts'> {
  return {
    uploadId: row.id,
    kind: row.kind,
    contentId: row.contentId,
    fileName: row.fileName,
    fileSize: row.fileSize,
    partSize: row.partSize,
    partCount: row.partCount,
    status: row.status,
  }
}
