import type { WatchFolder, WatchFolderBody } from '@kinora/contract'
import {
  afterRules,
  existingRules,
  isFolderPath,
  isMarker,
  settleRules,
  sidecarRules,
  watchLimits,
} from '@kinora/contract/intake/values'
import { isVideoFileName, playbackPolicies } from '@kinora/contract/library/values'
import { type FormEvent, Suspense, useId, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { Checkbox } from '../../../ui/checkbox'
import { FormDialog } from '../../../ui/form-dialog'
import { Select } from '../../../ui/select'
import { TagInput } from '../../../ui/tag-input'
import { TextField } from '../../../ui/text-field'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../../identity'
import { FolderSelect, ProfileSelect } from '../../library'
import { kindNames } from '../accounts/kind-names'
import { useCreateFolder, useUpdateFolder } from '../queries'

interface FolderFormProps {
  /** Null for a new folder. */
  readonly folder: WatchFolder | null
  readonly places: Places
  readonly onClose: () => void
}

/** Folders of the server and accounts whose folders may be watched. */
export interface Places {
  readonly items: readonly string[]
  readonly accounts: readonly Pick<NonNullable<WatchFolder['account']>, 'id' | 'name' | 'kind'>[]
}

type Typed = WatchFolderBody

/** Dialog that watches another folder, or changes a watched one. */
export function FolderForm({ folder, places, onClose }: FolderFormProps) {
  const t = useText()
  const formId = useId()
  const [start] = useState(() => startOf(folder, places))
  const [typed, setTyped] = useState(start)
  const [tried, setTried] = useState(false)
  const create = useCreateFolder()
  const update = useUpdateFolder(folder?.id ?? '')
  const saving = folder === null ? create : update
  const faults = tried ? faultsOf(t, typed) : {}
  const change = (next: Partial<Typed>) => {
    setTried(false)
    setTyped({ ...typed, ...next })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (Object.keys(faultsOf(t, typed)).length > 0 || saving.isPending) return
    saving.mutate(
      { ...typed, name: typed.name.trim() },
      {
        onSuccess: () => {
          toast({ text: t('intake:folders.saved'), tone: 'good' })
          onClose()
        },
      },
    )
  }
  return (
    <FormDialog
      title={t(folder === null ? 'intake:folders.new' : 'intake:folders.edit')}
      dirty={JSON.stringify(typed) !== JSON.stringify(start)}
      busy={saving.isPending}
      onClose={onClose}
      cancel={t('intake:folders.cancel')}
      submit={{ form: formId, label: t('intake:folders.save') }}
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4 pt-2">
        <TextField
          autoFocus
          label={t('intake:folders.fields.name')}
          value={typed.name}
          maxLength={watchLimits.nameLength}
          onChange={(name) => change({ name })}
          error={faults.name}
        />
        <Select
          label={t('intake:folders.fields.root')}
          value={typed.accountId ?? typed.root}
          onChange={(id) =>
            change(
              places.accounts.some((account) => account.id === id)
                ? { accountId: id, root: '' }
                : { accountId: null, root: id },
            )
          }
          options={optionsOf(places, folder)}
        />
        <TextField
          optional
          ltr
          label={t('intake:folders.fields.path')}
          value={typed.path}
          maxLength={watchLimits.pathLength}
          onChange={(path) => change({ path })}
          help={t('intake:folders.fields.pathHelp')}
          error={faults.path}
        />
        <Checkbox checked={typed.isRecursive} onChange={(isRecursive) => change({ isRecursive })}>
          {t('intake:folders.fields.recursive')}
        </Checkbox>
        {folder === null && (
          <Select
            label={t('intake:folders.fields.existing')}
            value={typed.existing}
            onChange={(existing) => change({ existing })}
            options={existingRules.map((id) => ({ id, label: t(`intake:folders.existing.${id}`) }))}
          />
        )}
        <TagInput
          optional
          label={t('intake:folders.fields.include')}
          value={typed.include}
          onChange={(include) => change({ include })}
          help={t('intake:folders.fields.includeHelp')}
        />
        <TagInput
          optional
          label={t('intake:folders.fields.exclude')}
          value={typed.exclude}
          onChange={(exclude) => change({ exclude })}
          help={t('intake:folders.fields.excludeHelp')}
        />
        <WholeRules typed={typed} faults={faults} onChange={change} />
        <Select
          label={t('intake:folders.fields.after')}
          value={typed.after}
          onChange={(after) => change({ after })}
          options={afterRules.map((id) => ({ id, label: t(`intake:folders.after.${id}`) }))}
        />
        <h3 className="pt-2 text-13 font-head">{t('intake:folders.fields.videos')}</h3>
        <Suspense>
          <FolderSelect
            label={t('intake:folders.fields.collection')}
            value={typed.collectionId}
            onChange={(collectionId) => change({ collectionId })}
          />
          <ProfileSelect
            value={typed.encodingProfileId}
            onChange={(encodingProfileId) => change({ encodingProfileId })}
          />
        </Suspense>
        <Select
          label={t('intake:folders.fields.policy')}
          value={typed.playbackPolicy}
          onChange={(playbackPolicy) => change({ playbackPolicy })}
          options={playbackPolicies.map((id) => ({ id, label: t(`intake:folders.policies.${id}`) }))}
        />
        <TagInput
          optional
          label={t('intake:folders.fields.tags')}
          value={typed.tags}
          onChange={(tags) => change({ tags })}
        />
        <FormProblem error={saving.error} />
      </form>
    </FormDialog>
  )
}

interface WholeRulesProps {
  readonly typed: Typed
  readonly faults: ReturnType<typeof faultsOf>
  readonly onChange: (change: Partial<Typed>) => void
}

/** The rules for files beside a video. */
function WholeRules({ typed, faults, onChange }: WholeRulesProps) {
  const t = useText()
  return (
    <>
      <Select
        label={t('intake:folders.fields.settle')}
        value={typed.settle}
        onChange={(settle) => onChange({ settle })}
        options={settleRules.map((id) => ({ id, label: t(`intake:folders.settle.${id}`) }))}
      />
      {typed.settle === 'marker' && (
        <TextField
          ltr
          label={t('intake:folders.fields.marker')}
          value={typed.marker}
          maxLength={watchLimits.markerLength}
          onChange={(marker) => onChange({ marker })}
          help={t('intake:folders.fields.markerHelp')}
          error={faults.marker}
        />
      )}
      {typed.settle === 'manifest' && (
        <TextField
          ltr
          label={t('intake:folders.fields.manifest')}
          value={typed.manifest}
          maxLength={watchLimits.patternLength}
          onChange={(manifest) => onChange({ manifest })}
          help={t('intake:folders.fields.manifestHelp')}
          error={faults.manifest}
        />
      )}
      <Select
        label={t('intake:folders.fields.sidecars')}
        value={typed.sidecars}
        onChange={(sidecars) => onChange({ sidecars })}
        options={sidecarRules.map((id) => ({ id, label: t(`intake:folders.sidecars.${id}`) }))}
        {...(typed.sidecars !== 'ignore' && { help: t('intake:folders.fields.sidecarsHelp') })}
      />
    </>
  )
}

/** Also the place of a folder that could not be chosen any more. */
function optionsOf({ items, accounts }: Places, folder: WatchFolder | null) {
  const roots = [...new Set([...items, ...(folder === null || folder.root === '' ? [] : [folder.root])])]
  return [
    ...roots.map((id) => ({ id, label: id })),
    ...accounts.map(({ id, name, kind }) => ({
      id,
      label: `${name} (${kindNames[kind]})`,
    })),
  ]
}

function startOf(folder: WatchFolder | null, { items, accounts }: Places): Typed {
  const empty: Typed = {
    name: '',
    accountId: items.length === 0 ? (accounts[0]?.id ?? null) : null,
    root: items[0] ?? '',
    path: '',
    isRecursive: true,
    include: [],
    exclude: [],
    existing: 'take',
    quietSeconds: 5,
    settle: 'quiet',
    marker: '.done',
    manifest: 'manifest.*',
    sidecars: 'ignore',
    collectionId: null,
    encodingProfileId: null,
    playbackPolicy: 'public',
    tags: [],
    after: 'keep',
  }
  if (folder === null) return empty
  const { name, accountId, root, path, isRecursive, include, exclude, existing, quietSeconds } = folder
  const { settle, marker, manifest, sidecars } = folder
  const { collectionId, encodingProfileId, playbackPolicy, tags, after } = folder
  const where = { name, accountId, root, path, isRecursive, include, exclude, existing, quietSeconds }
  const rules = { settle, marker, manifest, sidecars, after }
  return { ...where, ...rules, collectionId, encodingProfileId, playbackPolicy, tags }
}

function faultsOf(
  t: ReturnType<typeof useText>,
  { name, path, settle, marker, manifest }: Typed,
): Partial<Record<'name' | 'path' | 'marker' | 'manifest', string>> {
  const isWrongMarker = settle === 'marker' && (!isMarker(marker) || isVideoFileName(`video${marker}`))
  return {
    ...(name.trim() === '' && { name: t('messages.required') }),
    ...(!isFolderPath(path) && { path: t('messages.folderPath') }),
    ...(isWrongMarker && { marker: t('messages.marker') }),
    ...(settle === 'manifest' && manifest.trim() === '' && { manifest: t('messages.required') }),
  }
}
