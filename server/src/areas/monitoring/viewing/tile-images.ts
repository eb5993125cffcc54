import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type PreviewConfig, type PreviewFrame, previewKinds } from '@kinora/contract'
import { jpegReader, matroskaFrame, matroskaHead, wallImageArgs } from '@kinora/media'
import type { Platform } from '../../../platform/platform.ts'
import type { TileSources } from '../tiles/tile-sources.ts'

/** JPEGs of tiles, for browsers that cannot decode video in a page. All who watch a tile share one ffmpeg, which ends with
 * the last of them. */
export interface TileImages {
  /** @param isMoving whether one image a second is wanted, and not only keyframes */
  watch(
    tile: { readonly kind: string; readonly environmentId: string; readonly id: string },
    isMoving: boolean,
    listener: (image: Uint8Array<ArrayBuffer>) => void,
  ): { close(): void }
  close(): Promise<void>
}

interface Images {
  readonly listeners: Map<(image: Uint8Array<ArrayBuffer>) => void, boolean>
  readonly close: () => void
}

/** Tiles with images in this process. Others show only their state. */
const MAX_TILES = 64
/** Limit of unread input. Beyond it pictures are dropped until the next keyframe. */
const MAX_QUEUED_BYTES = 512 * 1024

type Tools = Pick<Platform, 'ffmpeg' | 'log' | 'workFolder' | 'config'>

export function openTileImages(platform: Tools, sources: TileSources): TileImages {
  const all = new Map<string, Images>()
  let folder: Promise<string> | null = null

  async function makeFolder(): Promise<string> {
    const made = await mkdtemp(join(platform.workFolder, 'tiles-'))
    await platform.ffmpeg.prepareFolder(made)
    return made
  }

  return {
    watch({ kind, environmentId, id }, isMoving, listener) {
      const key = `${environmentId} ${kind} ${id}`
      const known = all.get(key)
      if (known === undefined && all.size >= MAX_TILES) return { close: () => undefined }
      const listeners: Images['listeners'] = known?.listeners ?? new Map()
      listeners.set(listener, isMoving)
      if (known === undefined) {
        folder ??= makeFolder()
        const maker = makeImages(platform, folder, listeners)
        const watched = sources.of(kind).watch(environmentId, [id], {
          frame: (_id, frame) => maker.take(frame),
          state: () => undefined,
        })
        const close = () => {
          watched.close()
          maker.close()
        }
        all.set(key, { listeners, close })
      }
      return {
        close() {
          listeners.delete(listener)
          if (listeners.size > 0) return
          all.get(key)?.close()
          all.delete(key)
        },
      }
    },
    async close() {
      for (const { close } of all.values()) close()
      all.clear()
      if (folder !== null) await rm(await folder, { recursive: true, force: true })
    },
  }
}

/** Decodes the pictures of a tile with ffmpeg, and passes JPEGs on. */
function makeImages(
  { ffmpeg, log, config: { IMAGE_MEMORY_BYTES: memoryBytes } }: Tools,
  folder: Promise<string>,
  listeners: Images['listeners'],
) {
  let head: Uint8Array | null = null
  const worker = ffmpeg.worker({ name: 'the images of a tile', log })
  let run: ReturnType<typeof worker.start> = null
  let skipsToKey = true
  let isClosed = false
  let cwd: string | null = null
  void folder.then(
    (made) => {
      cwd = made
    },
    (err: unknown) => log.error({ err }, 'images of tiles cannot be made'),
  )

  function start(folderPath: string, first: Uint8Array): typeof run {
    const own = worker.start(wallImageArgs(), { cwd: folderPath, memoryBytes, outputs: 1 })
    if (own === null) return null
    const read = jpegReader()
    own.outputs[0]?.on('data', (chunk: Buffer) => {
      for (const image of read(chunk)) for (const listener of listeners.keys()) listener(image)
    })
    void own.ended.then(() => {
      if (run === own) run = null
    })
    own.input.write(first)
    return own
  }

  function stop(): void {
    const own = run
    run = null
    own?.kill()
  }

  return {
    take({ kind, timeMs, data }: PreviewFrame): void {
      if (isClosed) return
      if (kind === previewKinds.config) {
        stop()
        head = headOf(data)
        skipsToKey = true
        return
      }
      const isKey = kind === previewKinds.key
      if (!isKey && (kind !== previewKinds.delta || ![...listeners.values()].includes(true))) {
        if (kind === previewKinds.delta) skipsToKey = true
        return
      }
      if (isKey) skipsToKey = false
      if (skipsToKey || head === null || cwd === null) return
      if (run === null && !isKey) return
      run ??= start(cwd, head)
      if (run === null) return
      if (run.input.writableLength > MAX_QUEUED_BYTES) skipsToKey = true
      else run.input.write(matroskaFrame('video', timeMs, isKey, data))
    },
    close() {
      isClosed = true
      stop()
    },
  }
}

function headOf(data: Uint8Array): Uint8Array {
  const { description } = JSON.parse(new TextDecoder().decode(data)) as PreviewConfig
  return matroskaHead([
    { kind: 'video', codec: 'h264', config: new Uint8Array(Buffer.from(description, 'base64')) },
  ])
}
