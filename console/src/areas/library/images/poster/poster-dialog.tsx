import type { Content } from '@kinora/contract'
import { timecodeOf } from '@kinora/contract/timecode'
import { useEffect, useState } from 'react'
import { useText } from '../../../../lib/i18n'
import { Dialog } from '../../../../ui/dialog'
import { Skeleton } from '../../../../ui/skeleton'
import { toast } from '../../../../ui/toast-store'
import { useProblemToast } from '../../../../ui/use-problem-toast'
import { opened } from '../../playback-token'
import { loadStoryboard, type Tile } from '../../timeline/storyboard'
import { TileImage } from '../../timeline/tile-image'
import { useFrameAsPoster } from '../queries'

const maxShown = 12
const widthPx = 138
const skeletons = Array.from({ length: maxShown }, (_, n) => n)

interface PosterDialogProps {
  readonly content: Content
  readonly onClose: () => void
}

/** Frames from the whole video: a click makes one the poster. */
export function PosterDialog({ content, onClose }: PosterDialogProps) {
  const t = useText()
  const [tiles, setTiles] = useState<readonly Tile[]>()
  const { mutate, isPending, variables } = useFrameAsPoster(content.id)
  const onError = useProblemToast(t('library:thumbnails.posterFailed'))
  const address = opened(content.urls.storyboard, content)
  useEffect(() => {
    let isHere = true
    void loadStoryboard(address).then((found) => isHere && setTiles(found))
    return () => {
      isHere = false
    }
  }, [address])
  const choose = (time: number) =>
    mutate(time, {
      onError,
      onSuccess: () => {
        toast({ text: t('library:thumbnails.posterSet'), tone: 'good' })
        onClose()
      },
    })
  return (
    <Dialog
      wide
      isOpen
      keepOpen={isPending}
      onOpenChange={onClose}
      title={t('library:thumbnails.choosePoster')}
    >
      {tiles?.length === 0 ? (
        <p className="py-4 text-ink-2">{t('library:thumbnails.noFrames')}</p>
      ) : (
        <ul aria-busy={!tiles} className="grid grid-cols-[repeat(auto-fill,138px)] justify-center gap-3 py-2">
          {tiles
            ? framesOf(tiles, content.duration ?? 0).map(({ tile, time }) => (
                <li key={time}>
                  <button
                    type="button"
                    disabled={isPending}
                    aria-label={t('library:thumbnails.frameAt', { time: timecodeOf(time) })}
                    onClick={() => choose(time)}
                    className="relative block overflow-hidden rounded-1 outline-offset-2 hover:outline-2 hover:outline-act disabled:opacity-45"
                    style={{ width: widthPx, height: (widthPx * tile.height) / tile.width }}
                  >
                    <TileImage tile={tile} width={widthPx} />
                    {isPending && variables === time && (
                      <span className="absolute inset-0 animate-pulse bg-act/30" />
                    )}
                  </button>
                </li>
              ))
            : skeletons.map((frame) => (
                <li key={frame}>
                  <Skeleton className="aspect-[16/9] w-full" />
                </li>
              ))}
        </ul>
      )}
    </Dialog>
  )
}

/** Evenly spaced tiles with their times. A tile shows the middle of its interval. */
function framesOf(tiles: readonly Tile[], duration: number): { tile: Tile; time: number }[] {
  const count = Math.min(maxShown, tiles.length)
  return Array.from({ length: count }, (_, n) => Math.floor((n * tiles.length) / count)).flatMap((at) => {
    const tile = tiles[at]
    return tile ? { tile, time: Math.floor(((at + 0.5) / tiles.length) * duration * 1000) / 1000 } : []
  })
}
