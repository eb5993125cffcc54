import type { Content, PlaybackPolicy } from '@kinora/contract'
import { useId } from 'react'
import { useText } from '../../../lib/i18n'
import { Section } from '../../../ui/section'
import { Switch } from '../../../ui/switch'
import { toast } from '../../../ui/toast-store'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useRights } from '../../identity'
import { useUpdateContent } from '../queries'
import { rightsOn } from '../rights'
import { SigningKeysLink } from './signing-keys-link'

/** Toggles the playback policy of the video's first id, optimistically. */
export function Playback({ content }: { readonly content: Content }) {
  const t = useText()
  const { id, playbackPolicy, playbackToken } = content
  const aboutId = useId()
  const rights = rightsOn(content, useRights('Videos', 'Video'))
  const { mutate, isPending, variables } = useUpdateContent(id)
  const onError = useProblemToast(t('library:failures.save'))
  const shown = (isPending && variables.playbackPolicy) || playbackPolicy
  // A public video that still has a token is restricted by site or time.
  const isLimited = shown === 'public' && playbackPolicy === 'public' && playbackToken !== null
  const set = (policy: PlaybackPolicy, before: PlaybackPolicy | undefined) =>
    mutate(
      { playbackPolicy: policy },
      {
        onError,
        onSuccess: () =>
          toast({
            text: t(`library:playback.now.${policy}`),
            tone: 'good',
            ...(before && {
              action: { label: t('library:actions.undo'), run: () => set(before, undefined) },
            }),
          }),
      },
    )
  return (
    <Section title={t('library:fields.playbackPolicy')}>
      <div className="flex flex-col gap-1 pt-3">
        <Switch
          on={shown === 'signed'}
          disabled={!rights.update}
          describedBy={aboutId}
          onChange={(on) => set(on ? 'signed' : 'public', playbackPolicy)}
        >
          {t('library:playback.switch')}
        </Switch>
        <p id={aboutId} className="text-pretty text-ink-3">
          {t(`library:playback.about.${isLimited ? 'limited' : shown}`)}{' '}
          {shown === 'signed' && <SigningKeysLink />}
        </p>
      </div>
    </Section>
  )
}
