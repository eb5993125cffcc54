import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { Problem } from '../problem.ts'
import { runTask } from './run-task.ts'
import type { TaskAnswer, TaskRequest } from './workers.ts'

/** Priority of the thread, as low as that of ffmpeg, so that the web server stays responsive. */
const NICENESS = 5

// Only on Linux each thread has a priority of its own.
if (process.platform === 'linux') setPriority(NICENESS)

parentPort?.on('message', async (request: TaskRequest) => {
  parentPort?.postMessage(await answerTo(request))
})

async function answerTo({ task, input }: TaskRequest): Promise<TaskAnswer> {
  try {
    return { output: await runTask(task, input) }
  } catch (error) {
    if (error instanceof Problem) return { problem: { id: error.id, extra: error.extra } }
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
