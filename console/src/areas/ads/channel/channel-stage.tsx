import type { AdChannel } from '@kinora/contract'
import { Play } from '@phosphor-icons/react/dist/csr/Play'
import { Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Button } from '../../../ui/button'

const ChannelPlayer = lazy(async () => ({ default: (await import('./channel-player')).ChannelPlayer }))

/** Poster of a channel with a play button. It does not play by itself, because each playback opens a session with ads. */
export function ChannelStage({ channel }: { readonly channel: AdChannel }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const { enabled, thumbnailUrl } = channel
  // A live stream off air has no thumbnail.
  const [broken, setBroken] = useState<string>()
  const hasImage = thumbnailUrl !== null && thumbnailUrl !== broken
  return (
    <section
      aria-label={t('ads:channel.player')}
      className="relative aspect-[16/9] overflow-hidden rounded-3 bg-stage"
    >
      {isOpen && enabled ? (
        <Suspense>
          <ChannelPlayer channel={channel} />
        </Suspense>
      ) : (
        <>
          {hasImage && (
            <img
              src={thumbnailUrl}
              alt=""
              onError={() => setBroken(thumbnailUrl)}
              className="size-full object-contain"
            />
          )}
          <div data-theme="dark" className="absolute inset-0 grid place-content-center text-ink">
            {enabled ? (
              <Button
                variant="primary"
                size="large"
                icon={<Play size={16} weight="fill" />}
                onPress={() => setOpen(true)}
              >
                {t('ads:channel.play')}
              </Button>
            ) : (
              <p className="rounded-2 bg-paper px-4 py-2">{t('ads:channel.off')}</p>
            )}
          </div>
        </>
      )}
    </section>
  )
}
