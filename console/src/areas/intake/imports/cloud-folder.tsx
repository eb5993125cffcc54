import type { CloudEntry } from '@kinora/contract'
import { FolderSimple } from '@phosphor-icons/react/dist/csr/FolderSimple'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { BareButton } from '../../../ui/bare-button'
import { Breadcrumbs } from '../../../ui/breadcrumbs'
import { Checkbox } from '../../../ui/checkbox'
import { ErrorState } from '../../../ui/error-state'
import { Spinner } from '../../../ui/spinner'
import { StatusMark } from '../../../ui/status-mark'
import { useWorkspace } from '../../identity'
import { cloudFolderQuery } from '../queries'

interface CloudFolderProps {
  readonly accountId: string
  readonly path: string
  readonly names: ReadonlySet<string>
  readonly onChoose: (names: ReadonlySet<string>) => void
  readonly onOpen: (path: string) => void
}

/** The folders and files of one folder of an account. */
export function CloudFolder({ accountId, path, names, onChoose, onOpen }: CloudFolderProps) {
  const t = useText()
  const { environment } = useWorkspace()
  const folder = useQuery(cloudFolderQuery(environment.id, accountId, path))
  return (
    <div className="flex min-w-0 flex-col gap-2" aria-busy={folder.isPending}>
      <Path path={path} onOpen={onOpen} />
      {folder.isPending && (
        <p className="flex items-center gap-2 py-4 text-13 text-ink-2">
          <Spinner />
          {t('intake:imports.loading')}
        </p>
      )}
      {folder.isError && (
        <ErrorState
          title={t('intake:imports.failed')}
          error={folder.error}
          busy={folder.isFetching}
          onRetry={() => void folder.refetch()}
        />
      )}
      {folder.isSuccess && folder.data.reason !== null && (
        <p className="py-4 text-13">
          <StatusMark tone="bad">{t(`intake:accounts.reasons.${folder.data.reason}`)}</StatusMark>
        </p>
      )}
      {folder.isSuccess && folder.data.reason === null && folder.data.items.length === 0 && (
        <p className="py-4 text-13 text-ink-3">{t('intake:imports.empty')}</p>
      )}
      {folder.isSuccess && folder.data.items.length > 0 && (
        <ul aria-label={t('intake:imports.entries')} className="divide-y divide-rule">
          {folder.data.items.map((entry) => (
            <li key={entry.name}>
              <Entry
                entry={entry}
                isChosen={names.has(entry.name)}
                onChoose={(isChosen) => onChoose(withName(names, entry.name, isChosen))}
                onOpen={() => onOpen(path === '' ? entry.name : `${path}/${entry.name}`)}
              />
            </li>
          ))}
        </ul>
      )}
      {folder.isSuccess && folder.data.isCut && (
        <p className="text-12 text-ink-3">{t('intake:imports.isCut')}</p>
      )}
    </div>
  )
}

function withName(names: ReadonlySet<string>, name: string, isChosen: boolean): ReadonlySet<string> {
  const next = new Set(names)
  if (isChosen) next.add(name)
  else next.delete(name)
  return next
}

/** The folders above, and this one. */
function Path({ path, onOpen }: Pick<CloudFolderProps, 'path' | 'onOpen'>) {
  const t = useText()
  const parts = path === '' ? [] : path.split('/')
  return (
    <Breadcrumbs>
      {[t('intake:imports.top'), ...parts].map((name, index) => {
        const own = parts.slice(0, index).join('/')
        return index === parts.length ? (
          <span key={own} aria-current="page" className="cut text-ink">
            <bdi>{name}</bdi>
          </span>
        ) : (
          <BareButton key={own} className="cut hover:text-ink" onPress={() => onOpen(own)}>
            <bdi>{name}</bdi>
          </BareButton>
        )
      })}
    </Breadcrumbs>
  )
}

interface EntryProps {
  readonly entry: CloudEntry
  readonly isChosen: boolean
  readonly onChoose: (isChosen: boolean) => void
  readonly onOpen: () => void
}

function Entry({ entry: { name, isFolder, size }, isChosen, onChoose, onOpen }: EntryProps) {
  const format = useFormat()
  if (isFolder)
    return (
      <BareButton
        className="flex w-full min-w-0 items-center gap-2 py-2.5 text-start text-13 hover:text-act"
        onPress={onOpen}
      >
        <FolderSimple size={16} className="shrink-0" aria-hidden />
        <bdi className="cut">{name}</bdi>
      </BareButton>
    )
  return (
    <div className="flex min-w-0 items-center gap-3 py-2.5 *:first:min-w-0 *:first:flex-1">
      <Checkbox checked={isChosen} onChange={onChoose}>
        <bdi className="cut">{name}</bdi>
      </Checkbox>
      <span className="tabular shrink-0 text-12 text-ink-3">{size !== null && format.bytes(size)}</span>
    </div>
  )
}
