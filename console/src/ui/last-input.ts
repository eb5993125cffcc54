const modifiers = new Set(['Alt', 'Control', 'Meta', 'Shift'])
let byKey = false

addEventListener(
  'keydown',
  ({ key }) => {
    if (!modifiers.has(key)) byKey = true
  },
  true,
)
for (const name of ['pointerdown', 'pointermove']) {
  addEventListener(
    name,
    () => {
      byKey = false
    },
    true,
  )
}

/** Whether the last input was a key. An element that moves under a resting pointer is not hovered then. */
export function isByKey(): boolean {
  return byKey
}
