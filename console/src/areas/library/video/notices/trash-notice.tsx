import type { Content } from '@kinora/contract'
import { Trash } from '@phosphor-icons/react/dist/csr/Trash'
import { useText } from '../../../../lib/i18n'
import { Banner } from '../../../../ui/banner'
import { Button } from '../../../../ui/button'
import { useRights } from '../../../identity'
import { useRestore } from '../../items/use-restore'
import { daysLeft, videoItem } from '../../parts/item'
import { rightsOn } from '../../rights'

/** The video is in the trash: shows until when, with a button to restore it. */
export function TrashNotice({ content, since }: { readonly content: Content; readonly since: string }) {
  const t = useText()
  const rights = rightsOn(content, useRights('Videos', 'Video'))
  const { restore, busy } = useRestore()
  return (
    <div className="mt-3">
      <Banner
        tone="warn"
        icon={<Trash size={16} aria-hidden />}
        action={
          rights.restore && (
            <Button size="small" busy={busy} onPress={() => restore([videoItem(content)])}>
              {t('library:trash.restore')}
            </Button>
          )
        }
      >
        {t('library:trash.video')}{' '}
        {content.expiresAt === null && t('library:trash.goesIn', { count: daysLeft(since) })}
      </Banner>
    </div>
  )
}
