import type { Content } from '@kinora/contract'
import { timecodeOf } from '@kinora/contract/timecode'
import { Camera } from '@phosphor-icons/react/dist/csr/Camera'
import { CaretLeft } from '@phosphor-icons/react/dist/csr/CaretLeft'
import { CaretRight } from '@phosphor-icons/react/dist/csr/CaretRight'
import { SealCheck } from '@phosphor-icons/react/dist/csr/SealCheck'
import { useText } from '../../../lib/i18n'
import { useShortcut } from '../../../lib/keys'
import { Button } from '../../../ui/button'
import { IconButton } from '../../../ui/icon-button'
import { Kbd } from '../../../ui/kbd'
import { toast } from '../../../ui/toast-store'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useRights } from '../../identity'
import { rightsOn } from '../rights'
import { useCapture, useFrameAsPoster } from './queries'
import type { Playhead } from './use-playhead'

interface CaptureBarProps {
  readonly content: Content
  readonly playhead: Playhead
}

/** Steps to a frame, and saves it or makes it the poster. */
export function CaptureBar({ content, playhead }: CaptureBarProps) {
  const t = useText()
  const rights = rightsOn(content, useRights('Videos', 'Video'))
  const { mutate, isPending } = useCapture(content.id)
  const onError = useProblemToast(t('library:thumbnails.captureFailed'))
  const { mutate: setPoster, isPending: isSetting } = useFrameAsPoster(content.id)
  const onPosterError = useProblemToast(t('library:thumbnails.posterFailed'))
  const { at, isReady, step } = playhead
  const capture = () => {
    if (isPending || !isReady) return
    mutate(
      { time: at },
      {
        onError,
        onSuccess: () =>
          toast({ text: t('library:thumbnails.captured', { time: timecodeOf(at) }), tone: 'good' }),
      },
    )
  }
  const makePoster = () => {
    if (isSetting || !isReady) return
    setPoster(at, {
      onError: onPosterError,
      onSuccess: () => toast({ text: t('library:thumbnails.posterSet'), tone: 'good' }),
    })
  }
  useShortcut(',', t('library:thumbnails.previous'), () => step(-1))
  useShortcut('.', t('library:thumbnails.next'), () => step(1))
  useShortcut('s', t('library:thumbnails.keep'), capture)
  useShortcut(rights.update ? 'p' : undefined, t('library:thumbnails.useFrame'), makePoster)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <div className="ltr flex items-center gap-1">
        <IconButton
          outlined
          disabled={!isReady}
          label={t('library:thumbnails.previous')}
          onPress={() => step(-1)}
        >
          <CaretLeft size={16} />
        </IconButton>
        <span className="tabular min-w-28 text-center font-code text-13">
          <span className="sr-only">{t('library:thumbnails.position')} </span>
          {timecodeOf(at)}
        </span>
        <IconButton outlined disabled={!isReady} label={t('library:thumbnails.next')} onPress={() => step(1)}>
          <CaretRight size={16} />
        </IconButton>
      </div>
      <div className="ms-auto flex gap-2">
        <Button
          variant={rights.update ? 'second' : 'primary'}
          icon={<Camera size={16} />}
          busy={isPending}
          disabled={!isReady}
          onPress={capture}
        >
          {t('library:thumbnails.keep')}
        </Button>
        {rights.update && (
          <Button
            variant="primary"
            icon={<SealCheck size={16} />}
            busy={isSetting}
            disabled={!isReady}
            onPress={makePoster}
          >
            {t('library:thumbnails.useFrame')}
          </Button>
        )}
      </div>
      <p className="w-full text-12 text-ink-3 max-sm:hidden pointer-coarse:hidden">
        <Kbd>,</Kbd> <Kbd>.</Kbd> {t('library:thumbnails.stepKeys')} <Kbd>S</Kbd>{' '}
        {t('library:thumbnails.captureKey')}
        {rights.update && (
          <>
            {' '}
            <Kbd>P</Kbd> {t('library:thumbnails.posterKey')}
          </>
        )}
      </p>
    </div>
  )
}
