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
  const stream = await owner.call('createLivestream', { body: { name: 'News' } })
  console.log(stream)
  const key = await owner.call('getStreamKey', { params: { id: stream.id } })
  let ready = false
  while (!ready) {
    const r = await fetch(`${kinora.url}/readyz`)
    const j = await r.json()
    ready = j.checks.live.ok
    if (!ready) { console.log(j.checks.live); await new Promise((x) => setTimeout(x, 200)) }
    else console.log(j.checks.live)
  }
  const again = await owner.call('getLivestream', { params: { id: stream.id } })
  console.log(again.ingest)
  const ff = spawn('ffmpeg', ['-hide_banner', '-loglevel', 'warning', '-re', '-f', 'lavfi', '-i', 'testsrc2=s=1280x720:r=30', '-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000', '-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-g', '60', '-b:v', '2500k', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-t', '20', '-f', 'flv', `${again.ingest.rtmp}/${key.streamKey}`], { stdio: 'inherit' })
  let n = 0
  while (n++ < 60) {
    await new Promise((x) => setTimeout(x, 300))
    const r = await fetch(`${kinora.url}/play/${stream.playbackId}.m3u8`)
    const t = await r.text()
    if (r.status === 200) { console.log(t); 
      const uri = t.split('\n').find((l) => l && !l.startsWith('#'))!
      const p = await (await fetch(new URL(uri, `${kinora.url}/play/x.m3u8`))).text()
      console.log(p)
      const audio = /URI="([^"]+)"/.exec(t)![1]!
      console.log(await (await fetch(new URL(audio, `${kinora.url}/play/x.m3u8`))).text())
      break }
    console.log(r.status)
  }
  const live = await owner.call('getLivestream', { params: { id: stream.id } })
  console.log(live.status, live.displayStatus)
  const probe = spawn('ffmpeg', ['-hide_banner', '-loglevel', 'info', '-i', `${kinora.url}/play/${stream.playbackId}.m3u8`, '-map', '0', '-t', '6', '-f', 'null', '-'], { stdio: 'inherit' })
  await new Promise((x) => probe.once('close', x))
  await new Promise((x) => ff.once('close', x))
  console.log((await owner.call('getLivestream', { params: { id: stream.id } })).status)
  console.log(kinora.logged().slice(-3000))
}, 60000)
