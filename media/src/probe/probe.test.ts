import { describe, expect, it } from 'vitest'
import { parseProbe, probeArgs } from './probe.ts'

const video = { index: 0, codec_type: 'video', codec_name: 'h264', width: 1920, height: 1080 }
const rates = { avg_frame_rate: '30/1', r_frame_rate: '30/1' }
const answer = (stream: object, ...others: object[]) => ({
  format: { format_name: 'mov,mp4', duration: '12.5', start_time: '0.0', size: '1000', bit_rate: '640' },
  streams: [{ ...video, ...rates, ...stream }, ...others],
})
const flipped = '\n00000000:  65536  0  0\n00000001:  0  -65536  0\n00000002:  0  5898240  1073741824\n'
const turned = '\n00000000:  0  65536  0\n00000001:  -65536  0  0\n00000002:  0  0  1073741824\n'
const videoOf = (stream: object) => parseProbe(answer(stream)).video

describe('probeArgs', () => {
  it('pins the demuxer and allows only files', () => {
    const line = probeArgs({ path: '/up/a.mp4', demuxer: 'mov' }).join(' ')
    expect(line).toContain('-protocol_whitelist file -fflags +discardcorrupt -f mov -i file:/up/a.mp4')
  })
})

describe('parseProbe', () => {
  it('reads numbers that ffprobe writes as strings', () => {
    expect(parseProbe(answer({}))).toMatchObject({ durationS: 12.5, sizeBytes: 1000, bitrate: 640 })
  })

  it.each<[string, object, object]>([
    [
      'a rotated phone video',
      { side_data_list: [{ rotation: -90 }] },
      { rotation: 270, displayWidth: 1080, displayHeight: 1920 },
    ],
    [
      'an upside-down phone video',
      { side_data_list: [{ rotation: 180 }] },
      { rotation: 180, displayWidth: 1920 },
    ],
    ['side data without rotation', { side_data_list: [{ side_data_type: 'CPB' }] }, { rotation: 0 }],
    ['non-square pixels', { width: 720, height: 576, sample_aspect_ratio: '64:45' }, { displayWidth: 1024 }],
    ['an unknown pixel aspect ratio', { sample_aspect_ratio: '0:1' }, { displayWidth: 1920 }],
    ['HDR10', { color_transfer: 'smpte2084' }, { isHdr: true }],
    ['HLG', { color_transfer: 'arib-std-b67' }, { isHdr: true }],
    ['interlaced', { field_order: 'tt' }, { isInterlaced: true }],
    ['progressive', { field_order: 'progressive' }, { isInterlaced: false }],
    ['a variable frame rate', { avg_frame_rate: '2390/100', r_frame_rate: '60/1' }, { isVfr: true }],
    [
      'an unknown average',
      { avg_frame_rate: '0/0', r_frame_rate: '25/1' },
      { frameRate: { num: 25, den: 1 } },
    ],
    ['no bit rate', { bit_rate: 'N/A' }, { bitrate: 640 }],
    [
      'a picture that is mirrored',
      { side_data_list: [{ displaymatrix: flipped, rotation: 0 }] },
      { isMirrored: true },
    ],
    [
      'Dolby Vision without a base',
      { side_data_list: [{ dv_profile: 5, dv_bl_signal_compatibility_id: 0 }] },
      { needsDolbyVision: true },
    ],
  ])('reads %s', (_, stream, expected) => {
    expect(videoOf(stream)).toMatchObject(expected)
  })

  it('reads Dolby Vision on a base of HDR10 or HLG as that, and turned pictures as not mirrored', () => {
    const side_data_list = [
      { dv_profile: 8, dv_bl_signal_compatibility_id: 1 },
      { displaymatrix: turned, rotation: -90 },
    ]
    expect(videoOf({ side_data_list })).not.toHaveProperty('needsDolbyVision')
    expect(videoOf({ side_data_list })).not.toHaveProperty('isMirrored')
  })

  it('does not treat cover art as video', () => {
    const cover = { codec_type: 'video', disposition: { attached_pic: 1 } }
    const song = { index: 1, codec_type: 'audio', codec_name: 'mp3', channels: 2 }
    expect(parseProbe(answer(cover, song))).toMatchObject({ video: null, audio: [{ index: 1 }] })
  })

  it.each<[string, object, object, number]>([
    ['the default one', { disposition: { default: 1 } }, { width: 3840 }, 0],
    ['the default one, wherever it is', { width: 3840 }, { disposition: { default: 1 } }, 3],
    ['the longer one', { duration: '12.5' }, { width: 3840, duration: '1' }, 0],
    [
      'the longer one of two defaults',
      { disposition: { default: 1 }, duration: '1' },
      { disposition: { default: 1 }, duration: '12.5' },
      3,
    ],
    ['the larger one of about the same duration', { duration: '12.5' }, { width: 3840, duration: '12.4' }, 3],
  ])('uses %s of two video streams', (_, one, other, expected) => {
    expect(parseProbe(answer(one, { ...video, ...rates, index: 3, ...other })).video?.index).toBe(expected)
  })

  it('uses the largest of several video streams', () => {
    expect(parseProbe(answer({}, { ...video, index: 3, width: 3840, height: 2160 })).video?.index).toBe(3)
  })

  it.each<[string, object, number]>([
    ['a stream', { duration: '7.5' }, 7.5],
    ['a Matroska tag', { tags: { DURATION: '00:01:02.500000000' } }, 62.5],
    ['nothing', {}, 0],
  ])('uses the duration from %s if the file has none', (_, stream, durationS) => {
    const bare = { format: { format_name: 'matroska,webm' }, streams: [{ ...video, ...stream }] }
    expect(parseProbe(bare).durationS).toBe(durationS)
  })

  it.each([
    ['eng', 'eng'],
    ['pt-BR', 'pt-BR'],
    ['und', null],
    ['"><script>', null],
  ])('reads the language %s as %s', (language, expected) => {
    const audioStream = { index: 1, codec_type: 'audio', channels: 2, tags: { language } }
    expect(parseProbe(answer({}, audioStream)).audio[0]?.language).toBe(expected)
  })

  it('measures a transport stream from the earliest stream in use', () => {
    const audioStream = { index: 1, codec_type: 'audio', channels: 2, start_time: '1.4' }
    const data = { index: 2, codec_type: 'data', start_time: '1.0' }
    const { format, streams } = answer({ start_time: '1.5' }, audioStream, data)
    expect(parseProbe({ format: { ...format, format_name: 'mpegts' }, streams }).startTimeS).toBe(1.4)
  })

  it('refuses output that is not from ffprobe', () => {
    expect(() => parseProbe({ streams: 'none' })).toThrow()
  })
})
