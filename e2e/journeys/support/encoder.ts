import { aacArgs, type Encoder, h264Args, startEncoder } from '../../../server/src/testing/live/encoder.ts'
import { expect, type Person } from './fixtures.ts'

const base = '/video/api/v1/livestreams'

/** Publishes a test picture with a tone to a stream, from ffmpeg. @param gop frames between keyframes, 25 a second */
export async function publish(person: Person, id: string, gop = 25): Promise<Encoder> {
  const { streamKey } = await person.call('GET', `${base}/${id}/stream_key`)
  const { ingest } = await person.call('GET', `${base}/${id}`)
  const { rtmp } = ingest as { readonly rtmp: string }
  const video = h264Args.with(h264Args.indexOf('-g') + 1, String(gop))
  return startEncoder([...video, ...aacArgs, '-f', 'flv', `${rtmp}/${streamKey}`])
}

export async function stop(encoder: Encoder): Promise<void> {
  encoder.process.kill('SIGKILL')
  await encoder.exited
}

/** Waits until the stream has this status. */
export async function expectStatus(person: Person, id: string, status: string): Promise<void> {
  await expect.poll(async () => (await person.call('GET', `${base}/${id}`)).status).toBe(status)
}
