import { aacArgs, h264Args, startEncoder } from '../../server/src/testing/live/encoder.ts'
import type { Bench } from '../tools/bench.ts'
import { type Row, seconds } from '../tools/table.ts'
import { goLive, type Publish } from './broadcast.ts'

const ROUNDS = 5
const MOST_S = 2

/** From the call that stops a stream until its encoder has ended. */
export async function disconnectRows({ owner }: Bench): Promise<Row[]> {
  const times: number[] = []
  for (let n = 0; n < ROUNDS; n++) {
    let exited: Promise<unknown> = Promise.resolve()
    const publish: Publish = async ({ ingest }, streamKey) => {
      const encoder = startEncoder([...h264Args, ...aacArgs, '-f', 'flv', `${ingest.rtmp}/${streamKey}`])
      exited = encoder.exited
      return async () => {
        encoder.process.kill('SIGKILL')
        await encoder.exited
      }
    }
    const live = await goLive(owner, publish)
    const startedAt = performance.now()
    await owner.call('stopLivestream', { params: { id: live.stream.id } })
    await exited
    times.push((performance.now() - startedAt) / 1000)
    await live.stop()
  }
  const slowest = Math.max(...times)
  return [
    {
      what: `from the stop of a live stream until its encoder has ended, slowest of ${ROUNDS}`,
      ours: seconds(slowest),
      against: `quickest: ${seconds(Math.min(...times))}`,
      ratio: slowest / MOST_S,
      aim: `≤ ${MOST_S} s`,
      isMet: slowest <= MOST_S,
    },
  ]
}
