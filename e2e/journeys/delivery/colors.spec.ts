import { join } from 'node:path'
import { contentWhen, isSettled, uploadFile } from '../../../server/src/testing/client.ts'
import { makeClip } from '../../../server/src/testing/clips.ts'
import { clientOf, expect, test } from '../support/fixtures.ts'

test.use({
  launchOptions: {
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    // Without a graphics processor Chromium converts BT.709 with an error of up to 12. SwiftShader stands in for one.
    args: [
      '--no-sandbox',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      '--ignore-gpu-blocklist',
    ],
  },
})

const colors = ['ff0000', '00ff00', '0000ff', 'ffff00', '00ffff', 'ff00ff']
const patches = colors.map((color, n) => `color=0x${color}:s=214x720:r=10:d=3[p${n}]`).join(';')

test('the colors of a screen recording are the same in the video and in all its pictures', async ({
  page,
  person,
  folder,
}) => {
  const owner = clientOf(person)
  const joined = `${patches};${colors.map((_, n) => `[p${n}]`).join('')}hstack=6,format=rgb24`
  const clip = await makeClip(join(folder, 'screen.mov'), '-filter_complex', joined, '-c:v', 'qtrle')
  const { id } = await uploadFile(owner, clip)
  const { urls } = await contentWhen(owner, id, (each) => isSettled(each) && each.stage === null)
  const images = imagesOf(urls.thumbnail)
  await expect.poll(async () => (await fetch(images.at(-1) ?? '')).status).toBe(200)
  // A page without a policy of its own.
  const blank = new URL('/blank', urls.hls).href
  await page.route(blank, (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await page.goto(blank)
  const seen = await page.evaluate(readPatches, { hls: urls.hls, images })
  expect(seen.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      expect.stringContaining('index.m3u8'),
      expect.stringContaining('storyboard.jpg'),
    ]),
  )
  const wanted = colors.map((color) => [...Buffer.from(color, 'hex')])
  for (const { name, shown } of seen) {
    const differences = wanted.flatMap((rgb, n) =>
      rgb.map((value, c) => Math.abs(value - (shown[n]?.[c] ?? 999))),
    )
    expect(Math.max(...differences), `${name}: ${JSON.stringify(shown)}`).toBeLessThanOrEqual(3)
  }
})

function imagesOf(thumbnail = ''): string[] {
  const names = ['thumbnail.jpg', 'thumbnail.webp', 'thumbnail.png', 'animated.gif', 'storyboard.jpg']
  const asked = names.map((name) => (name.startsWith('thumbnail') ? `${name}?time=1` : name))
  return [thumbnail, ...asked.map((name) => thumbnail.replace(/[^/]+$/, name))]
}

/** Reads, in the page, the colors in the middles of the patches of each rendition of a video, and of images. */
async function readPatches({ hls, images }: { hls: string; images: string[] }) {
  const middlesOf = (picture: CanvasImageSource, width: number, height: number) => {
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    const context = canvas.getContext('2d', { willReadFrequently: true })
    context?.drawImage(picture, 0, 0, width, height)
    return Array.from({ length: 6 }, (_, n) => {
      const { data = [] } = context?.getImageData(Math.floor((width * (n + 0.5)) / 6), height / 2, 1, 1) ?? {}
      return [...data].slice(0, 3)
    })
  }
  const textOf = async (url: string) => (await fetch(url)).text()
  const urisOf = (playlist: string) =>
    playlist.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const seen: { name: string; shown: number[][] }[] = []

  for (const entry of urisOf(await textOf(hls))) {
    const url = new URL(entry, hls).href
    const playlist = await textOf(url)
    const parts = [/URI="([^"]+)"/.exec(playlist)?.[1] ?? '', ...urisOf(playlist)]
    const bytes = await Promise.all(parts.map(async (part) => (await fetch(new URL(part, url))).blob()))
    const video = document.createElement('video')
    video.muted = true
    await new Promise((resolve, reject) => {
      video.onloadeddata = () => {
        video.currentTime = 1
      }
      video.onseeked = resolve
      video.onerror = () => reject(new Error(`${entry}: ${video.error?.message}`))
      video.src = URL.createObjectURL(new Blob(bytes, { type: 'video/mp4' }))
    })
    seen.push({ name: url, shown: middlesOf(video, video.videoWidth, video.videoHeight) })
  }
  for (const url of images) {
    const image = await createImageBitmap(await (await fetch(url)).blob())
    // A storyboard has several pictures.
    const tile = url.includes('storyboard') ? await createImageBitmap(image, 0, 0, 256, 144) : image
    seen.push({ name: url, shown: middlesOf(tile, tile.width, tile.height) })
  }
  return seen
}
