import { floorOf, resolveImport, roomOf } from './rooms.mjs'
import { isTest } from './sources.mjs'
import { parseSource } from './syntax.mjs'

/** @typedef {import('./sources.mjs').Source} Source */
/** @typedef {{ room: string, area: string | null }} Place */

const rooms = ['contract', 'media', 'platform', 'areas', 'server', 'player', 'console']
const mapPlace = /(<!-- map:start -->\n)[\s\S]*?(<!-- map:end -->)/

/** Draws the imports between rooms as a Mermaid graph, with each area of the server on its floor.
 * @param {Source[]} sources
 * @returns {string} */
export function drawMap(sources) {
  const program = sources.filter(({ path: file }) => file.includes('/src/') && !isTest(file))
  const { nodes, edges } = readGraph(program)
  const areas = nodes.filter((name) => !rooms.includes(name))
  const floors = Array.from(new Set(areas.map(floorOf))).sort()
  return [
    '```mermaid',
    'flowchart BT',
    ...rooms.filter((room) => nodes.includes(room) && room !== 'areas').map((room) => `  ${room}`),
    ...(areas.length === 0 ? [] : ['  subgraph areas']),
    ...floors.map((floor) =>
      drawFloor(
        floor,
        areas.filter((area) => floorOf(area) === floor),
      ),
    ),
    ...(areas.length === 0 ? [] : ['  end']),
    ...drawEdges(edges),
    '```',
    '',
  ].join('\n')
}

/** The page with the new map, or null without a placeholder.
 * @param {string} page
 * @param {string} map
 * @returns {string | null} */
export function putMap(page, map) {
  return mapPlace.test(page) ? page.replace(mapPlace, (_, start, end) => `${start}${map}${end}`) : null
}

/** One line for all that a node imports.
 * @param {string[]} edges
 * @returns {string[]} */
function drawEdges(edges) {
  const pairs = edges.map((edge) => edge.split(' --> '))
  const starts = Array.from(new Set(pairs.map(([start]) => start)))
  return starts.map((start) => {
    const ends = pairs.filter(([from]) => from === start).map(([, end]) => end)
    return `  ${start} --> ${ends.join(' & ')}`
  })
}

/** @param {Source[]} sources */
function readGraph(sources) {
  const nodes = new Set()
  const edges = new Set()
  for (const { path: file, text } of sources) {
    const from = roomOf(file)
    if (!rooms.includes(from.room)) continue
    nodes.add(nodeOf(from))
    for (const specifier of parseSource({ path: file, text }).imports) {
      const target = resolveImport(file, specifier)
      if (target === null) continue
      const edge = edgeBetween(from, roomOf(target))
      if (edge !== null) edges.add(edge)
    }
  }
  return { nodes: Array.from(nodes).sort(), edges: Array.from(edges).sort() }
}

/** Areas of the server are separate among themselves, and one node for other rooms: all of them import the
 * platform.
 * @param {Place} from
 * @param {Place} to */
function edgeBetween(from, to) {
  const [start, end] = from.room === to.room ? [nodeOf(from), nodeOf(to)] : [from.room, to.room]
  return start === end ? null : `${start} --> ${end}`
}

/** @param {Place} place */
function nodeOf({ room, area }) {
  return room === 'areas' && area !== null ? area : room
}

/** One line, because there are many floors.
 * @param {number} floor @param {string[]} areas */
function drawFloor(floor, areas) {
  return `    subgraph floor${floor}["floor ${floor}"]; ${areas.join('; ')}; end`
}
