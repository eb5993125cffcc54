import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '../server/src/platform/database/database.ts'
import { emit } from '../server/src/platform/events/outbox.ts'
import { createLog } from '../server/src/platform/log.ts'
import type { Bench } from './tools/bench.ts'
import { percentile, until } from './tools/measure.ts'
import { milliseconds, type Row, seconds } from './tools/table.ts'

const EVENTS_A_SECOND = 200
/** Events per burst, like calls that change many videos. */
const BURST = 20
const SHARE = 0.95
const MOST_S = 1

/** Time from writing an event to the first attempt at the receiver. */
export async function webhookRows({ kinora, owner, plan }: Bench): Promise<Row[]> {
  const database = openDatabase(kinora.databaseUrl, 4, createLog('error'))
  const begun = new Map<string, number>()
  const taken: number[] = []
  const receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += String(chunk)
    })
    request.on('end', () => {
      response.end()
      const { object } = JSON.parse(body) as { object: { id: string } }
      const at = begun.get(object.id)
      if (at !== undefined) taken.push((performance.now() - at) / 1000)
    })
  }).listen(0, '127.0.0.1')
  try {
    await once(receiver, 'listening')
    const { port } = receiver.address() as AddressInfo
    const { id } = await owner.call('createWebhook', { body: { url: `http://127.0.0.1:${port}/hook` } })
    const environmentId = owner.environmentId ?? ''
    const bursts = (plan.webhookS * EVENTS_A_SECOND) / BURST
    const startedAt = performance.now()
    for (let burst = 0; burst < bursts; burst++) {
      const ids = Array.from({ length: BURST }, () => randomUUID())
      await database.db.transaction(async (tx) => {
        for (const objectId of ids) {
          begun.set(objectId, performance.now())
          const data = { title: 'Evening bulletin', status: 'ready' }
          const at = new Date()
          await emit(tx, environmentId, [{ type: 'video.asset.updated', objectId, data, at }])
        }
      })
      const nextAt = startedAt + ((burst + 1) * BURST * 1000) / EVENTS_A_SECOND
      await pause(Math.max(0, nextAt - performance.now()))
    }
    const all = bursts * BURST
    await until(100, async () => (taken.length >= all ? true : null))
    await owner.call('deleteWebhook', { params: { id } })
    const slowestS = percentile(taken, SHARE)
    return [
      {
        what: `event → first webhook attempt, ${EVENTS_A_SECOND} events per second, p95`,
        ours: milliseconds(slowestS),
        against: `median ${milliseconds(percentile(taken, 0.5))}`,
        ratio: null,
        aim: `≤ ${seconds(MOST_S)}`,
        isMet: slowestS <= MOST_S,
      },
    ]
  } finally {
    receiver.close()
    await database.close()
  }
}
