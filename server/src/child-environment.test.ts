import { readdir, readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newOwner } from './testing/client.ts'
import { startTestKinora, type TestKinora } from './testing/kinora.ts'
import { eventually } from './testing/machine/eventually.ts'

const CANARY = 'canary-of-the-environment'

let kinora: TestKinora
beforeAll(async () => {
  process.env.S3_SECRET_ACCESS_KEY = CANARY
  process.env.SMTP_URL = CANARY
  kinora = await startTestKinora({ env: { ROLES: 'web,delivery,worker,ingest' } })
})
afterAll(async () => {
  delete process.env.S3_SECRET_ACCESS_KEY
  delete process.env.SMTP_URL
  await kinora.stop()
})

/** Command and environment of each process below this one. */
async function descendants(): Promise<{ command: string; environment: string }[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const read = (pid: string, file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')
  const all = await Promise.all(
    pids.map(async (pid) => ({
      pid,
      parent: / [A-Z] (\d+) /.exec(await read(pid, 'stat'))?.[1] ?? '',
      command: (await read(pid, 'cmdline')).replaceAll('\0', ' '),
      environment: await read(pid, 'environ'),
    })),
  )
  const below = new Set([String(process.pid)])
  for (const _ of all) for (const { pid, parent } of all) if (below.has(parent)) below.add(pid)
  below.delete(String(process.pid))
  return all.filter(({ pid }) => below.has(pid))
}

it('gives the processes of live streams and views no settings of the server', async () => {
  const owner = await newOwner(kinora.url)
  const found = await eventually(async () => {
    const query = {
      from: '2026-01-01T00:00:00Z',
      to: '2026-01-02T00:00:00Z',
      timezone: 'UTC',
      interval: 'day',
    }
    await owner.send('GET', `/data/api/v1/views?${new URLSearchParams(query)}`)
    const children = await descendants()
    const commands = children.map(({ command }) => command).join('\n')
    expect(commands).toContain('node-main.ts')
    expect(commands).toContain('engine-main.ts')
    return children
  })
  expect(
    found.filter(({ environment }) => environment.includes(CANARY)).map(({ command }) => command),
  ).toEqual([])
})
