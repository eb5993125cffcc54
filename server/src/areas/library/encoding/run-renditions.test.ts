import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import { type DatabaseConnection, openDatabase } from '../../../platform/database/database.ts'
import { detectFfmpeg, type Ffmpeg, FfmpegFailure } from '../../../platform/ffmpeg/index.ts'
import { probeLimits } from '../../../platform/ffmpeg/limits.ts'
import { createLog } from '../../../platform/log.ts'
import { diskStorage } from '../../../platform/storage/disk.ts'
import type { Storage } from '../../../platform/storage/storage.ts'
import { h264, makeClip, pattern } from '../../../testing/clips.ts'
import { encodeToStorage } from './run-renditions.ts'

let folder: string
let connection: DatabaseConnection
let ffmpeg: Ffmpeg
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-run-'))
  connection = openDatabase(inject('postgresUrl'), 1, createLog('fatal'))
  ffmpeg = await detectFfmpeg()
})
afterAll(async () => {
  await connection.close()
  await rm(folder, { recursive: true, force: true })
})

const hlsOf = (target: string) => [
  '-nostdin',
  '-loglevel',
  'error',
  '-i',
  'input',
  '-c',
  'copy',
  '-f',
  'hls',
  '-hls_segment_type',
  'fmp4',
  '-hls_fmp4_init_filename',
  'init.mp4',
  '-hls_segment_filename',
  `${target}/%d.m4s`,
  `${target}/index.m3u8`,
]

it('returns only after all writes have ended, even if ffmpeg fails', async () => {
  const source = await makeClip(join(folder, 'source.mp4'), ...pattern(1, '64x64'), ...h264, '-c:a', 'aac')
  await ffmpeg.prepareFolder(join(folder, 'work'))
  await copyFile(source, join(folder, 'work', 'input'))
  const order: string[] = []
  const begun = Promise.withResolvers<void>()
  const failed = Promise.withResolvers<void>()
  const disk = diskStorage({
    root: join(folder, 'disk'),
    secret: 'a secret',
    clock: systemClock,
    bootId: null,
  })
  // A write that ends after ffmpeg has failed.
  const slow: Storage = {
    ...disk,
    async putFile(key, path, type) {
      begun.resolve()
      await failed.promise
      await turn()
      const stored = await disk.putFile(key, path, type)
      order.push('written')
      return stored
    },
  }
  const failing: Ffmpeg = {
    ...ffmpeg,
    async run(tool, args, options) {
      await ffmpeg.run(tool, args, options)
      await begun.promise
      failed.resolve()
      throw new FfmpegFailure('failed', [tool], '')
    },
  }
  const run = encodeToStorage(
    { storage: slow, db: connection.db, ffmpeg: failing },
    { folder: join(folder, 'work'), signal: new AbortController().signal },
    {
      content: { id: 'content', environmentId: 'environment' },
      targets: [{ name: '64p', outputId: 'output' }],
      args: hlsOf('64p'),
      limits: probeLimits,
      durationS: 1,
      onProgress: () => undefined,
      onPoll: async () => undefined,
    },
  )
  await expect(run).rejects.toThrow(FfmpegFailure)
  order.push('over')
  await expect.poll(() => order.length).toBe(2)
  expect(order).toEqual(['written', 'over'])
})
