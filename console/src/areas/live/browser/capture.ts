import { useEffect, useState } from 'react'

/** What is published: the picture of a camera or a screen, or only sound. */
export type Picture = 'camera' | 'screen' | 'none'

export type CaptureFault = 'insecure' | 'denied' | 'missing' | 'busy' | 'nothing'

export type Capture =
  | { readonly kind: 'opening' }
  | { readonly kind: 'ready'; readonly media: MediaStream }
  | { readonly kind: 'fault'; readonly fault: CaptureFault }

export interface Choice {
  readonly picture: Picture
  /** Empty for the one that the browser prefers. */
  readonly cameraId: string
  /** Null for no microphone. */
  readonly microphoneId: string | null
}

export interface Devices {
  readonly cameras: readonly MediaDeviceInfo[]
  readonly microphones: readonly MediaDeviceInfo[]
}

const size = { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } }

/** Opens what is chosen, and closes it with the component. Another object opens it again. */
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
      // Browsers name devices only after permission was given.
      if (media !== null) setDevices(await listDevices())
    })
    return () => {
      isLeft = true
      stopAll(media)
    }
  }, [choice])

  return { capture, devices }
}

async function openMedia({ picture, cameraId, microphoneId }: Choice): Promise<MediaStream | CaptureFault> {
  if (!window.isSecureContext || navigator.mediaDevices === undefined) return 'insecure'
  if (picture === 'none' && microphoneId === null) return 'nothing'
  const tracks: MediaStreamTrack[] = []
  try {
    // First, because browsers show their choice of screens only right after a press.
    if (picture === 'screen') {
      const screen = await navigator.mediaDevices.getDisplayMedia({ video: size, audio: false })
      tracks.push(...screen.getTracks())
    }
    const video = picture === 'camera' && {
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
