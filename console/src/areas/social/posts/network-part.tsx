import type { Content, SocialNetwork, SocialTarget } from '@kinora/contract'
import { networkProfiles } from '@kinora/contract/social/networks'
import { socialPostLimits } from '@kinora/contract/social/values'
import { useText } from '../../../lib/i18n'
import { Checkbox } from '../../../ui/checkbox'
import { Select } from '../../../ui/select'
import { TextArea } from '../../../ui/text-area'
import { TextField } from '../../../ui/text-field'
import { NetworkMark, networkName } from '../network-mark'
import { type PostDraft, privacyAt, wordsAt } from './post-draft'
import { PostWarnings } from './post-warnings'

interface NetworkPartProps {
  readonly network: SocialNetwork
  /** The chosen accounts of the network. */
  readonly targets: readonly SocialTarget[]
  readonly draft: PostDraft
  readonly video: Content | null
  /** Whether the network can have a text of its own: in a post to several. */
  readonly canDiffer: boolean
  readonly onChange: (next: Partial<PostDraft>) => void
}

/** The part of the form for one network: who can watch, a text of its own, and the limits that it does not keep. */
export function NetworkPart({ network, targets, draft, video, canDiffer, onChange }: NetworkPartProps) {
  const t = useText()
  const { privacies, needsAudit, takesExtras } = networkProfiles[network]
  const name = networkName(network)
  const words = wordsAt(draft, network)
  const privacy = privacyAt(draft, network)
  const own = draft.own[network]
  const write = (next: Partial<typeof words>) =>
    onChange({ own: { ...draft.own, [network]: { ...words, ...next } } })
  const { [network]: _before, ...others } = draft.own
  const isAudited = targets.every((target) => target.isAudited)
  return (
    <section aria-label={name} className="flex flex-col gap-3 border-t border-rule pt-4">
      <h3 className="flex items-center gap-2 text-13 font-head">
        <NetworkMark network={network} size={16} />
        {name}
      </h3>
      {privacies.length > 1 && (
        <Select
          label={t('social:posts.own.privacy', { network: name })}
          value={privacy}
          onChange={(chosen) => onChange({ privacies: { ...draft.privacies, [network]: chosen } })}
          options={privacies.map((id) => ({ id, label: t(`social:posts.privacy.${id}`) }))}
        />
      )}
      {canDiffer && (
        <Checkbox
          checked={own !== undefined}
          onChange={(isOwn) => (isOwn ? write({}) : onChange({ own: others }))}
        >
          {t('social:posts.own.toggle', { network: name })}
        </Checkbox>
      )}
      {own && (
        <>
          <TextField
            label={t('social:posts.own.title', { network: name })}
            value={own.title}
            maxLength={socialPostLimits.title}
            onChange={(title) => write({ title })}
          />
          <TextArea
            optional
            ownWay
            label={t('social:posts.own.text', { network: name })}
            value={own.text}
            onChange={(text) => write({ text: text.slice(0, socialPostLimits.text) })}
          />
        </>
      )}
      {takesExtras && (
        <>
          <Checkbox checked={draft.withThumbnail} onChange={(withThumbnail) => onChange({ withThumbnail })}>
            {t('social:posts.extras.thumbnail')}
          </Checkbox>
          <Checkbox checked={draft.withCaptions} onChange={(withCaptions) => onChange({ withCaptions })}>
            {t('social:posts.extras.captions')}
          </Checkbox>
        </>
      )}
      <PostWarnings
        network={network}
        written={{ ...words, tags: draft.tags }}
        video={{ durationS: video?.duration ?? null, bytes: video?.source.size ?? null }}
        staysPrivate={needsAudit && !isAudited && privacy !== 'private'}
        mustReconnect={targets.some(({ state }) => state === 'reconnect')}
      />
    </section>
  )
}
