import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, newOwner } from '../../server/src/testing/client.ts'
import { type BareFfmpeg, bareFfmpeg } from './bare.ts'
import { type Clips, makeClips } from './clips.ts'
import { type Kinora, startKinora } from './kinora.ts'
import { type Nginx, startNginx } from './nginx.ts'
import type { Plan } from './plan.ts'

/** The environment of the measurements. Everything is on loopback and in one temporary folder. */
export interface Bench {
  readonly plan: Plan
  readonly folder: string
  readonly clips: Clips
  readonly bare: BareFfmpeg
  /** Null if nginx is not installed. */
  readonly nginx: Nginx | null
  readonly kinora: Kinora
  readonly owner: Client
  close(): Promise<void>
}

/** @param nginxProgram empty if nginx is not installed */
export async function openBench(plan: Plan, nginxProgram: string): Promise<Bench> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-bench-'))
  // nginx's worker and ffmpeg's sandbox access it as other users.
  await chmod(folder, 0o711)
  const stops: (() => Promise<void>)[] = [() => rm(folder, { recursive: true, force: true })]
  const close = async () => {
    for (const stop of stops.toReversed()) await stop()
  }
  try {
    const clips = await makeClips(await folderIn(folder, 'clips'), plan.clipS)
    const nginx = nginxProgram === '' ? null : await startNginx(nginxProgram, await folderIn(folder, 'nginx'))
    if (nginx !== null) stops.push(nginx.stop)
    const kinora = await startKinora(await folderIn(folder, 'data'))
    stops.push(kinora.stop)
    const owner = await newOwner(kinora.url)
    const bare = await bareFfmpeg(join(folder, 'bare'))
    return { plan, folder, clips, bare, nginx, kinora, owner, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function folderIn(folder: string, name: string): Promise<string> {
  const made = join(folder, name)
  await mkdir(made)
  return made
}
