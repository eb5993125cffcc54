// Slow: publishes in real time.
import { spawn } from 'node:child_process'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newOwner } from '../../testing/client.ts'
import { startTestKinora, type TestKinora } from '../../testing/kinora.ts'

let kinora: TestKinora
let owner: Awaited<ReturnType<typeof newOwner>>
beforeAll(async () => {
  kinora = await startTestKinora({ env: { ROLES: 'web,delivery,worker,ingest', LOG_LEVEL: 'warn' } })
  owner = await newOwner(kinora.url)
})
afterAll(() => kinora.stop())

it('plays what a publisher sends', async () => {
  const stream = await owner.call('createLivestream', { body: { name: 'News', reconnectWindowS: 3 } })
  const key = await owner.call('getStreamKey', { params: { id: stream.id } })
  let ready = false
  while (!ready) {
    const r = await fetch(`${kinora.url}/readyz`)
    const j: any = await r.json()
    ready = j.checks.live.ok
    if (!ready) await new Promise((x) => setTimeout(x, 200))
  }
  const again = await owner.call('getLivestream', { params: { id: stream.id } })
  const ff = spawn('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-re', '-f', 'lavfi', '-i', 'testsrc2=s=1280x720:r=30', '-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000', '-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-g', '60', '-b:v', '2500k', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-t', '12', '-f', 'flv', `${again.ingest.rtmp}/${key.streamKey}`], { stdio: 'inherit' })
  await new Promise((x) => ff.once('close', x))
  const live = await owner.call('getLivestream', { params: { id: stream.id } })
  console.log(live.status, live.recordingId)
  await new Promise((x) => setTimeout(x, 5500))
  const rec = await owner.call('getContent', { params: { id: live.recordingId! } })
  console.log(rec)
  const t = await (await fetch(rec.urls.hls)).text()
  console.log(t)
  const uri = t.split('\n').find((l) => l && !l.startsWith('#'))!
  console.log(await (await fetch(new URL(uri, rec.urls.hls))).text())
  const probe = spawn('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-i', rec.urls.hls, '-map', '0', '-f', 'null', '-'], { stdio: 'inherit' })
  await new Promise((x) => probe.once('close', x))
  console.log((await owner.call('getLivestream', { params: { id: stream.id } })).status)
  console.log(kinora.logged().slice(-3000))
}, 60000)
