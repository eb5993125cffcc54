import type { KeyframeSample } from '../probe/passthrough.ts'
import type { Source, SourceAudio, SourceVideo } from '../probe/probe.ts'

/** A phone clip that every device can play. Each test changes one field. */
export function aVideo(change: Partial<SourceVideo> = {}): SourceVideo {
  return {
    index: 0,
    codec: 'h264',
    profile: 'High',
    level: 40,
    pixFmt: 'yuv420p',
    width: 1920,
    height: 1080,
    displayWidth: change.width ?? 1920,
    displayHeight: change.height ?? 1080,
    rotation: 0,
    sampleAspect: { num: 1, den: 1 },
    frameRate: { num: 30, den: 1 },
    rFrameRate: { num: 30, den: 1 },
    isVfr: false,
    isInterlaced: false,
    colorTransfer: 'bt709',
    colorPrimaries: 'bt709',
    colorSpace: 'bt709',
    isHdr: false,
    hasBFrames: true,
    startTimeS: 0,
    bitrate: 6_000_000,
    ...change,
  }
}

export function aTrack(change: Partial<SourceAudio> = {}): SourceAudio {
  return {
    index: 1,
    codec: 'aac',
    profile: 'LC',
    sampleRate: 48_000,
    channels: 2,
    channelLayout: 'stereo',
    language: null,
    title: null,
    isDefault: true,
    startTimeS: 0,
    bitrate: 128_000,
    ...change,
  }
}

export function aSource(change: Partial<Source> = {}): Source {
  return {
    container: 'mov,mp4,m4a,3gp,3g2,mj2',
    durationS: 60,
    startTimeS: 0,
    sizeBytes: 45_000_000,
    bitrate: 6_200_000,
    video: aVideo(),
    audio: [aTrack()],
    ...change,
  }
}

/** Keyframes of a source that can be repackaged. */
export const every2s: KeyframeSample = {
  keyframesS: Array.from({ length: 30 }, (_, n) => n * 2),
  reorderS: 0.0667,
  isClosed: true,
  isSteady: true,
}
