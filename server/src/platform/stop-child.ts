import type { ChildProcess } from 'node:child_process'

/** Stops a forked process that ends when its parent disconnects. It is killed if that takes longer. */
export async function stopChild(child: ChildProcess | null, mostMs: number): Promise<void> {
  if (child === null || child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise((resolve) => child.once('exit', resolve))
  if (child.connected) child.disconnect()
  const timer = setTimeout(() => child.kill('SIGKILL'), mostMs)
  await exited
  clearTimeout(timer)
}
