import { open } from 'node:fs/promises'
import type { ExportKind } from '@kinora/contract'
import { Problem, problem } from '../../../platform/problem.ts'
import { readBytes } from '../../../platform/storage/read-bytes.ts'
import type { ContentRef } from '../../library/index.ts'
import type { Intake } from '../intake.ts'
import type { NewFile } from '../stores/file-store.ts'

/** A file of a video that is exported. */
export interface ExportFile {
  /** The rest of its name, such as `.en.vtt`. */
  readonly ending: string
  /** Opens it while `run` uses it. @throws MediaRefused, ContentGone */
  withFile<T>(signal: AbortSignal, run: (file: NewFile) => Promise<T>): Promise<T>
}

interface ExportFiles {
  /** The title, as the start of their names. */
  readonly base: string
  /** The description is the last one, for those who wait for it. */
  readonly files: readonly ExportFile[]
}

/** The chosen files that a video has. @throws problem not-found, MediaRefused if it is not ready */
export async function listExportFiles(
  intake: Intake,
  content: ContentRef,
  kinds: readonly ExportKind[],
): Promise<ExportFiles> {
  const { library } = intake
  const { base, endings } = await library.nameVideoFiles(content)
  const videoFile = (file: 'original' | 'mp4'): ExportFile[] => {
    const ending = endings[file]
    if (!kinds.includes(file) || ending === null) return []
    const type = ending.endsWith('.mp4') ? 'video/mp4' : 'application/octet-stream'
    return [
      {
        ending,
        withFile: (signal, run) =>
          library.withVideoFile(content, file, signal, async (path) => {
            await using handle = await open(path)
            const { size } = await handle.stat()
            return await run({ size, type, read: (start, end) => readBytes(handle, start, end) })
          }),
      },
    ]
  }
  return {
    base,
    files: [
      ...videoFile('original'),
      ...videoFile('mp4'),
      ...(kinds.includes('subtitles') ? await subtitleFiles(intake, content) : []),
      ...(kinds.includes('poster') ? await posterFile(intake, content) : []),
      ...(kinds.includes('metadata') ? await descriptionFile(intake, content) : []),
    ],
  }
}

function smallFile(ending: string, type: string, bytes: Buffer): ExportFile {
  const read: NewFile['read'] = async (start, end) => bytes.subarray(start, end)
  return { ending, withFile: (_signal, run) => run({ size: bytes.length, type, read }) }
}

/** Names as those that watched folders read. */
async function subtitleFiles({ library }: Intake, content: ContentRef): Promise<ExportFile[]> {
  const counts = new Map<string, number>()
  const files = await library.listCaptionFiles(content)
  return files.map(({ languageCode, text }) => {
    const count = (counts.get(languageCode) ?? 0) + 1
    counts.set(languageCode, count)
    const ending = count === 1 ? `.${languageCode}.vtt` : `.${languageCode}.${count}.vtt`
    return smallFile(ending, 'text/vtt', Buffer.from(text))
  })
}

async function posterFile({ library }: Intake, content: ContentRef): Promise<ExportFile[]> {
  try {
    const { type, body } = await library.readPoster(content)
    return [smallFile(type === 'image/gif' ? '.gif' : '.jpg', type, body)]
  } catch (error) {
    if (error instanceof Problem && error.id === 'not-found') return []
    throw error
  }
}

/** A description that a watched folder reads too. */
async function descriptionFile(
  { library }: Intake,
  { id, environmentId }: ContentRef,
): Promise<ExportFile[]> {
  const video = (await library.viewContents({ environmentId, filter: null }, [id], '')).get(id)
  if (video === undefined) throw problem('not-found')
  const { title, description, tags, metadata } = video
  const own = Object.fromEntries(metadata.map(({ key, value }) => [key, value]))
  const text = JSON.stringify({ ...own, title, description, tags }, null, 2)
  return [smallFile('.json', 'application/json', Buffer.from(`${text}\n`))]
}
