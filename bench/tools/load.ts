import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Requests per second for `url` over many connections, measured by wrk or, without it, by a worker process. */
export async function loadOf(url: string, connections: number, lengthS: number): Promise<number> {
  const [count, length] = [String(connections), String(lengthS)]
  const { stdout } = await run('wrk', ['-t', '1', '-c', count, '-d', length, url]).catch((error) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    return run(process.execPath, [join(import.meta.dirname, 'load-worker.ts'), url, count, length])
  })
  const refused = /Non-2xx or 3xx responses: (\d+)/.exec(stdout)
  if (refused) throw new Error(`${url} refused ${refused[1]} requests`)
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
}
