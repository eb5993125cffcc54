import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import { problem } from '../../../platform/problem.ts'
import { inTurns } from '../../../platform/turns/turns.ts'
import type { Sheet } from './sheet-parse.ts'

const WALL_MS = 20_000
const HEAP_MIB = 256
const MAX_OUTPUT_BYTES = 64 * 1024 ** 2
const withSlot = inTurns({ count: 2 })

const readerPath = join(import.meta.dirname, 'sheet-reader-main.ts')
const serverFolder = join(import.meta.dirname, '../../../..')
const xlsxFolder = dirname(fileURLToPath(import.meta.resolve('@e965/xlsx')))

/** Permissions of the reader: only its own code, no other file, no network, no child process. */
const sandboxFlags = [
  '--permission',
  ...[import.meta.dirname, join(serverFolder, 'package.json'), xlsxFolder].map(
    (path) => `--allow-fs-read=${path}`,
  ),
  `--max-old-space-size=${HEAP_MIB}`,
]

const answerSchema = z.union([
  z.object({ head: z.array(z.string()), rowCount: z.int() }),
  z.object({ fault: z.enum(['format', 'unreadable']) }),
])
const rowSchema = z.object({ number: z.int(), cells: z.array(z.string()) })

/** Rows that are parsed, read or written at once: all of a file take the event loop for too long. */
export const ROWS_AT_ONCE = 50

/**
 * Reads a .xlsx or .xls file in a process of its own, because the file may be hostile.
 * @throws problem sheet-format, sheet-unreadable, unavailable
 */
export async function readSheet(file: Buffer): Promise<Sheet> {
  const [first = '', ...lines] = (await withSlot(() => runReader(file))).split('\n')
  const answer = answerSchema.safeParse(parseJson(first))
  if (!answer.success) throw problem('sheet-unreadable')
  if ('fault' in answer.data)
    throw problem(answer.data.fault === 'format' ? 'sheet-format' : 'sheet-unreadable')
  const { head, rowCount } = answer.data
  if (lines.length !== rowCount) throw problem('sheet-unreadable')
  const rows: Sheet['rows'] = []
  for (const line of lines) {
    const row = rowSchema.safeParse(parseJson(line))
    if (!row.success) throw problem('sheet-unreadable')
    rows.push(row.data)
    if (rows.length % ROWS_AT_ONCE === 0) await setImmediate()
  }
  return { head, rows }
}

/** Output of the reader; truncated if it ran too long, crashed or wrote too much. */
function runReader(file: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...sandboxFlags, readerPath], {
      env: {},
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: WALL_MS,
      killSignal: 'SIGKILL',
    })
    const chunks: Buffer[] = []
    let bytes = 0
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > MAX_OUTPUT_BYTES) child.kill('SIGKILL')
      else chunks.push(chunk)
    })
    child.on('error', reject)
    child.on('close', () => resolve(Buffer.concat(chunks).toString()))
    // The process may exit before it has read everything.
    child.stdin.on('error', () => undefined)
    child.stdin.end(file)
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
