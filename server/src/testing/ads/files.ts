import { execFile } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { AdChannel, Content } from '@kinora/contract'
import { describe, expect, it } from 'vitest'
import { openSession, play } from '../../areas/ads/test-viewer.ts'
import type { TestAdServer } from '../ad-server.ts'
import { h264, makeClip, pattern } from '../clips.ts'
import { patient } from '../machine/patience.ts'
import type { World } from '../world.ts'

const run = promisify(execFile)

/** Objects that the test file has set up. */
interface Given {
  readonly world: World
  readonly adServer: TestAdServer
  /** Path of a clip of five seconds. */
  readonly clip: string
  readonly video: Content
  readonly channel: AdChannel
}

interface Tools {
  newChannel(given: Partial<AdChannel>): Promise<AdChannel>
  /** Skip reason of each break's first ad. Null if it is inserted. */
  skippedIn(channel: AdChannel): Promise<unknown[]>
}

/** Registers tests about downloading and encoding ads. */
export function testAdFiles(given: () => Given, { newChannel, skippedIn }: Tools): void {
  describe('the files of ads', () => {
    const storedOf = (name: string) =>
      given().world.sql(
        'SELECT id, state, files_of, rank FROM ad_creatives WHERE media_url = $1 ORDER BY created_at',
        [`${given().adServer.url}/${name}.mp4`],
      )

    const untilReady = (which: AdChannel) => expect.poll(async () => (await skippedIn(which))[0]).toBe(null)

    it('are encoded once, even with several URLs', async () => {
      const { world, adServer, clip, video, channel } = given()
      await untilReady(channel)
      const [soap] = await storedOf('soap')
      const twin = await newChannel({
        streamId: video.id,
        prerollAdTagUrl: adServer.offer('/twin', adServer.ad('twin', clip, { seconds: 5 })),
      })
      await untilReady(twin)
      const [{ files_of } = {}] = await storedOf('twin')
      expect(files_of).not.toBeNull()
      expect(await world.sql('SELECT files_of FROM ad_creatives WHERE id = $1', [files_of])).toEqual([
        { files_of: null },
      ])
      expect(soap?.state).toBe('ready')
      const { renditions } = await openSession(twin)
      for (const answer of await play(renditions[0] as URL)) expect(answer.status, answer.url).toBe(200)
    })

    it('are downloaded again after a day, and encoded if they were replaced', async () => {
      const { world, adServer, clip, video } = given()
      const fresh = await newChannel({
        streamId: video.id,
        prerollAdTagUrl: adServer.offer(
          '/fresh',
          adServer.ad('fresh', clip, { seconds: 5 }).replace(/<UniversalAdId.*?UniversalAdId>/, ''),
        ),
      })
      const lengthOf = async () => {
        const { decisions } = await world.owner.call('tryAdChannel', { params: { id: fresh.id }, body: {} })
        return decisions[0]?.offered[0]?.skipped === null ? Math.round(decisions[0].filledS) : null
      }
      await expect.poll(lengthOf).toBe(5)
      const other = await makeClip(join(world.folder, 'two.mp4'), ...pattern(2, '240x180', 30), ...h264)
      adServer.ad('fresh', other)
      await world.sql(
        `UPDATE ad_creatives SET checked_at = checked_at - interval '1 day' WHERE media_url = $1`,
        [`${adServer.url}/fresh.mp4`],
      )
      await expect.poll(lengthOf).toBe(2)
    })

    it('are shown under one ID only if they are the same', async () => {
      const { adServer, clip, video } = given()
      const other = await makeClip(
        join(given().world.folder, 'three.mp4'),
        ...pattern(3, '240x180', 30),
        ...h264,
      )
      const named = (id: string, path: string) => adServer.ad(id, path, { creative: 'Unknown' })
      const pod = (sequence: number, ad: string) => ad.replace('<Ad ', `<Ad sequence="${sequence}" `)
      const shared = (ad: string) => ad.replace('>Unknown<', '>same<')
      for (const [name, rename] of [
        ['/placeholders', (ad: string) => ad],
        ['/shared', shared],
      ] as const) {
        const ads = [pod(1, rename(named('five', clip))), pod(2, rename(named('three', other)))]
        const own = await newChannel({ streamId: video.id, prerollAdTagUrl: adServer.offer(name, ...ads) })
        const lengths = async () => {
          const { decisions } = await given().world.owner.call('tryAdChannel', {
            params: { id: own.id },
            body: {},
          })
          return decisions[0]?.offered.map(({ skipped, durationS }) => skipped ?? Math.round(durationS ?? 0))
        }
        await expect.poll(lengths).toEqual([5, 3])
      }
    })

    it('that are missing are reported as not found, and requested again after minutes', async () => {
      const { world, adServer, clip, video } = given()
      const ad = adServer.ad('gone', clip, { seconds: 5 })
      adServer.answer('/gone.mp4', (_request, response) => void response.writeHead(404).end())
      const own = await newChannel({ streamId: video.id, prerollAdTagUrl: adServer.offer('/gone', ad) })
      const reasonOf = async () => (await skippedIn(own))[0]
      await expect.poll(reasonOf).toBe('creative-failed')
      await openSession(own)
      await expect.poll(() => adServer.reports).toContain('/report/gone/error-401')
      adServer.ad('gone', clip, { seconds: 5 })
      expect(await reasonOf()).toBe('creative-failed')
      await world.sql(
        `UPDATE ad_creatives SET checked_at = checked_at - interval '5 minutes' WHERE media_url = $1`,
        [`${adServer.url}/gone.mp4`],
      )
      await expect.poll(reasonOf).toBe(null)
    })

    it.each<[string, string]>([
      ['one file of MPEG-TS', '-hls_time 2 ad.m3u8'],
      [
        'separate audio in fragmented MP4',
        '-hls_time 2 -hls_segment_type fmp4 -hls_fmp4_init_filename init-%v.mp4 -master_pl_name ad.m3u8 %v.m3u8',
      ],
    ])('can be HLS: %s', async (name, text) => {
      const { world, adServer, clip, video } = given()
      const args = text.split(' ')
      const id = `hls-${args.length}`
      if (text.includes('%v')) args.unshift('-var_stream_map', 'v:0,agroup:a a:0,agroup:a')
      const folder = join(world.folder, id)
      await mkdir(folder)
      const input = ['-v', 'error', '-i', clip, '-map', '0:v', '-map', '0:a', '-c', 'copy']
      await run('ffmpeg', [...input, '-f', 'hls', '-hls_playlist_type', 'vod', ...args], { cwd: folder })
      for (const file of await readdir(folder))
        adServer.answer(
          `/${id}/${file}`,
          (_request, response) => void createReadStream(join(folder, file)).pipe(response),
        )
      const ad = adServer
        .ad(id, clip, { seconds: 5 })
        .replace(
          'delivery="progressive" type="video/mp4"',
          'delivery="streaming" type="application/x-mpegURL"',
        )
        .replace(`/${id}.mp4`, `/${id}/ad.m3u8`)
      const own = await newChannel({ streamId: video.id, prerollAdTagUrl: adServer.offer(`/${id}`, ad) })
      await expect.poll(async () => (await skippedIn(own))[0], { timeout: patient(20_000) }).toBe(null)
      const { audio, video: pictures } = await openSession(own)
      for (const playlist of [audio, pictures])
        for (const answer of await play(playlist)) expect(answer.status, name).toBe(200)
      const [row] = await world.sql('SELECT duration_s FROM ad_creatives WHERE media_url LIKE $1', [
        `%/${id}/ad.m3u8`,
      ])
      expect(Math.round(Number(row?.duration_s))).toBe(5)
    })

    it('wait in a queue of at most 50, ordered by channels’ own ads and then by demand', async () => {
      const { world, adServer, clip, video } = given()
      const { environmentId } = world.owner
      await world.sql(
        `INSERT INTO ad_creatives (id, environment_id, key, media_url, shape_key, shape, state, outputs, created_at, used_at, checked_at)
         SELECT gen_random_uuid(), $1, 'key ' || n, 'https://ads.example/' || n, 'other', '{}', 'preparing', '[]', now(), now(), now()
         FROM generate_series(1, 50) n`,
        [environmentId],
      )
      const late = await newChannel({
        streamId: video.id,
        prerollAdTagUrl: adServer.offer('/late', adServer.ad('late', clip, { seconds: 5 })),
      })
      adServer.ad('house', clip)
      await world.owner.call('updateAdChannel', {
        params: { id: late.id },
        body: { houseAdUrls: [`${adServer.url}/house.mp4`] },
      })
      expect((await skippedIn(late))[0]).toBe('preparing')
      expect(await storedOf('late')).toEqual([])
      expect(await storedOf('house')).toMatchObject([{ rank: 100 }])
      await world.sql(`DELETE FROM ad_creatives WHERE shape_key = 'other'`)
      for (const _ of [1, 2]) await skippedIn(late)
      expect((await storedOf('late'))[0]?.rank).toBeGreaterThan(0)
      await untilReady(late)
    })
  })
}
