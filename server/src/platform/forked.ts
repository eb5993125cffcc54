import { once } from 'node:events'
import { messageOf } from './log.ts'

/** Variables that say what this machine is like. */
const passedVariables = [
  'PATH',
  'HOME',
  'TMPDIR',
  'LANG',
  'LC_ALL',
  'TZ',
  'LD_LIBRARY_PATH',
  'DYLD_LIBRARY_PATH',
  'NODE_EXTRA_CA_CERTS',
  'NODE_COMPILE_CACHE',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
]

/** The environment of the processes that Kinora starts: nothing of its settings, and no unknown variable. Processes that
 * read hostile files get less. */
export function childEnv(): Record<string, string> {
  return Object.fromEntries(
    passedVariables.flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/** Options of Node for processes that pass media on. A small young generation frees media buffers early, which saves 60 MB. The
 * heap may grow by half between full garbage collections, which makes them rare. */
export const mediaProcessArgs = ['--max-semi-space-size=4', '--heap-growing-percent=50']

/**
 * Runs a process that was started with `fork`: waits for its settings, which the parent sends as the first message,
 * and ends with `run`. The parent disconnects to stop it, also by ending itself.
 * @param exit ends the process
 */
export async function runForked<Start, Message>(
  run: (start: Start, report: (message: Message) => void, disconnected: Promise<unknown>) => Promise<void>,
  exit: (code: number) => void = process.exit,
): Promise<void> {
  const disconnected = once(process, 'disconnect')
  // The parent stops it; a Ctrl-C in a terminal reaches both.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  const send = (message: Message | { fault: string }) =>
    new Promise<void>((sent) => {
      // Without a callback, a parent that has just gone would be an uncaught error.
      if (process.connected) process.send?.(message, undefined, undefined, () => sent())
      else sent()
    })
  try {
    const started = once(process, 'message') as Promise<[Start]>
    const message = await Promise.race([started, disconnected.then(() => null)])
    if (message !== null) await run(message[0], (report) => void send(report), disconnected)
    exit(0)
  } catch (error) {
    await send({ fault: messageOf(error) })
    exit(1)
  }
}
