import { join } from 'node:path'
import { bootId } from '../boot-id.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { StartupFailure } from '../startup-failure.ts'
import { type DiskStorage, diskStorage } from './disk.ts'
import { s3Storage } from './s3.ts'
import type { Storage } from './storage.ts'

/** The configured storage, tested. `disk` is set if this server receives parts of uploads. */
export interface OpenStorage {
  readonly storage: Storage
  readonly disk: DiskStorage | null
  /** Origin that browsers send parts of uploads to, if it is not this server. */
  readonly partOrigin: string | null
}

/** @throws StartupFailure if the storage does not work as required */
export async function openStorage(config: Config, secret: string, clock: Clock): Promise<OpenStorage> {
  const opened = await choose(config, secret, clock)
  try {
    await opened.storage.probe()
  } catch (error) {
    throw new StartupFailure(
      `The storage does not work: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
  if (opened.disk !== null) return opened
  const { url } = await opened.storage.partTarget('probe/origin', 'origin', 1, 60)
  return { ...opened, partOrigin: new URL(url).origin }
}

async function choose(config: Config, secret: string, clock: Clock): Promise<OpenStorage> {
  const { S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = config
  if (S3_BUCKET === undefined || S3_ACCESS_KEY_ID === undefined || S3_SECRET_ACCESS_KEY === undefined) {
    const disk = diskStorage({
      root: join(config.DATA_DIR, 'storage'),
      secret,
      clock,
      bootId: await bootId(),
    })
    return { storage: disk, disk, partOrigin: null }
  }
  const storage = s3Storage({
    bucket: S3_BUCKET,
    endpoint: config.S3_ENDPOINT,
    region: config.S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    forcePathStyle: config.S3_FORCE_PATH_STYLE,
    clock,
  })
  return { storage, disk: null, partOrigin: null }
}
