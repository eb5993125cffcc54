import type { Livestream } from '@kinora/contract'
import { Stop } from '@phosphor-icons/react/dist/csr/Stop'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { Banner } from '../../../ui/banner'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/dialog'
import { LeaveGuard } from '../../../ui/leave-guard'
import { Segmented } from '../../../ui/segmented'
import { Select } from '../../../ui/select'
import { Skeleton } from '../../../ui/skeleton'
import { FormProblem } from '../../identity'
import { OnAir } from '../streams/on-air'
import { type Choice, type Devices, useCapture, type VideoSource } from './capture'
import { LevelMeter } from './level-meter'
import { usePublication } from './use-publication'

interface GoLiveProps {
  readonly stream: Livestream
  readonly onClose: () => void
}

const videoSources = ['camera', 'screen', 'none'] as const
/** ID of the option without a microphone. Browsers never use it for a device. */
const NO_MICROPHONE = 'none'

/** Publishes to the stream from the camera or screen of this browser. */
export function GoLive({ stream, onClose }: GoLiveProps) {
  const t = useText()
  const [choice, setChoice] = useState<Choice>({ videoSource: 'camera', cameraId: '', microphoneId: '' })
  const { capture, devices } = useCapture(choice)
  const publication = usePublication(stream)
  const isOn = publication.state === 'live'
  const media = capture.kind === 'ready' ? capture.media : null
  const { stop } = publication

  // Users can stop screen sharing in the browser at any time.
  useEffect(() => {
    const tracks = media?.getVideoTracks() ?? []
    for (const track of tracks) track.addEventListener('ended', stop)
    return () => {
      for (const track of tracks) track.removeEventListener('ended', stop)
    }
  }, [media, stop])

  return (
    <Dialog
      wide
      isOpen
      keepOpen={isOn}
      staysBeside
      onOpenChange={onClose}
      title={t('live:browser.title')}
      foot={
        isOn ? (
          <Button variant="danger" icon={<Stop size={16} />} onPress={stop}>
            {t('live:browser.stop')}
          </Button>
        ) : (
          <>
            <Button onPress={onClose}>{t('live:browser.close')}</Button>
            <Button
              variant="primary"
              busy={publication.state === 'connecting'}
              disabled={media === null}
              onPress={() => media && void publication.start(media)}
            >
              {t('live:browser.start')}
            </Button>
          </>
        )
      }
    >
      <LeaveGuard active={isOn} about={t('live:browser.leave')} />
      <div className="flex flex-col gap-4 pt-2">
        {capture.kind === 'fault' ? (
          <Banner
            tone="warn"
            live
            action={
              capture.fault !== 'insecure' &&
              capture.fault !== 'nothing' && (
                <Button size="small" onPress={() => setChoice({ ...choice })}>
                  {t('live:browser.again')}
                </Button>
              )
            }
          >
            {t(`live:browser.faults.${capture.fault}`)}
          </Banner>
        ) : (
          <Preview media={media} videoSource={choice.videoSource} />
        )}
        {media !== null && media.getAudioTracks().length > 0 && <LevelMeter media={media} />}
        <p role="status" className="flex items-center gap-1.5 text-ink">
          {t(`live:browser.states.${publication.state}`)}
          {isOn && <OnAir since={publication.since} />}
        </p>
        {!isOn && <Choices choice={choice} devices={devices} onChange={setChoice} />}
        <FormProblem error={publication.error} />
      </div>
    </Dialog>
  )
}

function Preview({
  media,
  videoSource,
}: {
  readonly media: MediaStream | null
  readonly videoSource: VideoSource
}) {
  const t = useText()
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (video.current) video.current.srcObject = media
  }, [media])
  if (videoSource === 'none') return null
  if (media === null) return <Skeleton className="aspect-[16/9] w-full" />
  return (
    <video
      ref={video}
      muted
      autoPlay
      playsInline
      aria-label={t('live:browser.preview')}
      className="aspect-[16/9] w-full rounded-3 bg-stage object-contain"
    />
  )
}

interface ChoicesProps {
  readonly choice: Choice
  readonly devices: Devices
  readonly onChange: (choice: Choice) => void
}

function Choices({ choice, devices, onChange }: ChoicesProps) {
  const t = useText()
  const { videoSource, cameraId, microphoneId } = choice
  const named = (all: readonly MediaDeviceInfo[]) => [
    { id: '', label: t('live:browser.default') },
    ...all.filter(({ deviceId }) => deviceId !== 'default').map(({ deviceId: id, label }) => ({ id, label })),
  ]
  return (
    <>
      <div>
        <Segmented
          label={t('live:browser.videoSource')}
          value={videoSource}
          onChange={(next) => onChange({ ...choice, videoSource: next })}
          options={videoSources.map((id) => ({ id, content: t(`live:browser.videoSources.${id}`) }))}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        {videoSource === 'camera' && (
          <Select
            label={t('live:browser.camera')}
            value={cameraId}
            onChange={(id) => onChange({ ...choice, cameraId: id })}
            options={named(devices.cameras)}
          />
        )}
        <Select
          label={t('live:browser.microphone')}
          value={microphoneId ?? NO_MICROPHONE}
          onChange={(id) => onChange({ ...choice, microphoneId: id === NO_MICROPHONE ? null : id })}
          options={[
            ...named(devices.microphones),
            { id: NO_MICROPHONE, label: t('live:browser.noMicrophone') },
          ]}
        />
      </div>
    </>
  )
}
