import type { Content } from '@kinora/contract'
import { ImageSquare } from '@phosphor-icons/react/dist/csr/ImageSquare'
import { SealCheck } from '@phosphor-icons/react/dist/csr/SealCheck'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../../lib/i18n'
import { Button } from '../../../../ui/button'
import { cx } from '../../../../ui/cx'
import { Section } from '../../../../ui/section'
import { toast } from '../../../../ui/toast-store'
import { useProblemToast } from '../../../../ui/use-problem-toast'
import { useRights, useWorkspace } from '../../../identity'
import { rightsOn } from '../../rights'
import { thumbnailsQuery, useChoosePoster } from '../queries'
import { thumbnailName } from '../thumbnail-name'

/** The current poster and its name. */
export function Poster({ content }: { readonly content: Content }) {
  const t = useText()
  const { environment } = useWorkspace()
  const rights = rightsOn(content, useRights('Videos', 'Video'))
  const { data } = useQuery(thumbnailsQuery(environment.id, content.id))
  const { mutate, isPending } = useChoosePoster(content.id)
  const onError = useProblemToast(t('library:thumbnails.posterFailed'))
  const chosen = data?.items.find(({ isPoster }) => isPoster)
  const restore = () =>
    mutate(null, {
      onError,
      onSuccess: () => toast({ text: t('library:thumbnails.posterUnset'), tone: 'good' }),
    })
  const shown = content.poster
  return (
    <Section title={t('library:thumbnails.poster')}>
      <div
        className={cx(
          'mt-4 grid aspect-[16/9] place-items-center overflow-hidden rounded-2',
          shown === null ? 'hatched bg-sunk' : 'bg-stage',
        )}
      >
        {shown === null ? (
          <ImageSquare size={28} className="text-ink-3" aria-hidden />
        ) : (
          <img src={shown} alt="" decoding="async" className="size-full object-contain" />
        )}
      </div>
      <div className="mt-2 flex min-h-8 items-center gap-2">
        <p className="flex min-w-0 flex-1 items-center gap-1.5 font-mid">
          {shown !== null && <SealCheck size={16} className="shrink-0 text-good" aria-hidden />}
          <bdi className="cut">
            {chosen
              ? thumbnailName(t, chosen)
              : t(shown === null ? 'library:thumbnails.noPoster' : 'library:thumbnails.automatic')}
          </bdi>
        </p>
        {chosen && rights.update && (
          <Button size="small" variant="link" className="-me-2.5" busy={isPending} onPress={restore}>
            {t('library:thumbnails.unmakePoster')}
          </Button>
        )}
      </div>
    </Section>
  )
}
