import type { Livestream } from '@kinora/contract'
import { Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { Skeleton } from '../../../ui/skeleton'
import { toast } from '../../../ui/toast-store'
import { useRights } from '../../identity'
import { KnownRules, PlaybackRulesDialog, sectionHeadLook, sectionTitleLook } from '../../library'
import { useUpdateStream } from '../queries'

/** Access rules of the stream. They apply to all its playback IDs. */
export function Access({ stream }: { readonly stream: Livestream }) {
  const t = useText()
  const rights = useRights('Livestreams', 'Livestream')
  const update = useUpdateStream(stream.id)
  const [editing, setEditing] = useState(false)
  const { name, playbackPolicy: policy, playbackRestrictions: restrictions } = stream
  return (
    <section>
      <header className={sectionHeadLook}>
        <h2 className={sectionTitleLook}>{t('live:stream.access.title')}</h2>
        {rights.update && (
          <Button variant="link" size="small" onPress={() => setEditing(true)} className="-me-2.5">
            {t('live:stream.access.change')}
          </Button>
        )}
      </header>
      <Suspense fallback={<Skeleton className="mt-3 h-5 w-24" />}>
        <KnownRules policy={policy} restrictions={restrictions} />
      </Suspense>
      <Suspense>
        {editing && (
          <PlaybackRulesDialog
            title={t('live:stream.access.dialog')}
            submit={t('live:stream.details.save')}
            known={{ name, policy, restrictions }}
            isNamed={false}
            busy={update.isPending}
            error={update.error}
            onSave={(body) =>
              update.mutate(
                {
                  ...(body.policy && { playbackPolicy: body.policy }),
                  ...(body.restrictions && { playbackRestrictions: body.restrictions }),
                },
                {
                  onSuccess: () => {
                    toast({ text: t('live:stream.details.saved'), tone: 'good' })
                    setEditing(false)
                  },
                },
              )
            }
            onClose={() => setEditing(false)}
          />
        )}
      </Suspense>
    </section>
  )
}
