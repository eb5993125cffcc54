import { useEffect, useState } from 'react'

/** Source of the published video. `none` publishes only audio. */
export type VideoSource = 'camera' | 'screen' | 'none'

export type CaptureFault = 'insecure' | 'denied' | 'missing' | 'busy' | 'nothing'

export type Capture =
  | { readonly kind: 'opening' }
  | { readonly kind: 'ready'; readonly media: MediaStream }
  | { readonly kind: 'fault'; readonly fault: CaptureFault }

export interface Choice {
  readonly videoSource: VideoSource
  /** Empty for the browser's default camera. */
  readonly cameraId: string
  /** Null without a microphone. */
  readonly microphoneId: string | null
}

export interface Devices {
  readonly cameras: readonly MediaDeviceInfo[]
  readonly microphones: readonly MediaDeviceInfo[]
}

const size = { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } }

/** Opens the chosen devices, and closes them when the component unmounts. A new `choice` object reopens them. */
export function useCapture(choice: Choice): { capture: Capture; devices: Devices } {
  const [capture, setCapture] = useState<Capture>({ kind: 'opening' })
  const [devices, setDevices] = useState<Devices>({ cameras: [], microphones: [] })

  useEffect(() => {
    let isLeft = false
    let media: MediaStream | null = null
    setCapture({ kind: 'opening' })
    void openMedia(choice).then(async (opened) => {
      if (opened instanceof MediaStream) media = opened
      if (isLeft) return stopAll(media)
      setCapture(
        opened instanceof MediaStream ? { kind: 'ready', media: opened } : { kind: 'fault', fault: opened },
      )
      // Browsers reveal the names of devices only after permission.
      if (media !== null) setDevices(await listDevices())
    })
    return () => {
      isLeft = true
      stopAll(media)
    }
  }, [choice])

  return { capture, devices }
}

async function openMedia({
  videoSource,
  cameraId,
  microphoneId,
}: Choice): Promise<MediaStream | CaptureFault> {
  if (!window.isSecureContext || navigator.mediaDevices === undefined) return 'insecure'
  if (videoSource === 'none' && microphoneId === null) return 'nothing'
  const tracks: MediaStreamTrack[] = []
  try {
    // The screen first, because browsers ask for it only right after a click.
    if (videoSource === 'screen') {
      const screen = await navigator.mediaDevices.getDisplayMedia({ video: size, audio: false })
      tracks.push(...screen.getTracks())
    }
    const video = videoSource === 'camera' && {
      ...size,
      ...(cameraId !== '' && { deviceId: { exact: cameraId } }),
    }
    const audio = microphoneId !== null && (microphoneId === '' || { deviceId: { exact: microphoneId } })
    if (video || audio)
      tracks.push(...(await navigator.mediaDevices.getUserMedia({ video, audio })).getTracks())
    return new MediaStream(tracks)
  } catch (error) {
    for (const track of tracks) track.stop()
    return faultOf(error)
  }
}

function faultOf(error: unknown): CaptureFault {
  switch (error instanceof DOMException ? error.name : '') {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'denied'
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'missing'
    default:
      return 'busy'
  }
}

async function listDevices(): Promise<Devices> {
  const all = await navigator.mediaDevices.enumerateDevices()
  const named = (kind: MediaDeviceKind) => all.filter((each) => each.kind === kind && each.deviceId !== '')
  return { cameras: named('videoinput'), microphones: named('audioinput') }
}

function stopAll(media: MediaStream | null): void {
  for (const track of media?.getTracks() ?? []) track.stop()
}
