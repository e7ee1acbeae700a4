/** The tree of a segment while it is edited: pure functions. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as editing from '../../console/src/screens/segments/editing.ts'

type Written = editing.WrittenTree<string>

const group = (Match: editing.Match, Leaves: readonly string[], Groups: readonly Written[] = []): Written => ({
  Match,
  Leaves,
  Groups,
})

const sample = () =>
  group('All', ['a', 'b'], [group('Any', ['c', 'd'], [group('None', ['e'])]), group('None', ['f'], [])])

/** As `All(a b Any(c))`: what is compared in these tests. */
function textOf({ Match, Leaves = [], Groups = [] }: Written): string {
  return `${Match}(${[...Leaves, ...Groups.map(textOf)].join(' ')})`
}
const shown = (root: editing.EditedGroup<string>) => textOf(editing.writtenOf(root))

function keyOf(root: editing.EditedGroup<string>, name: string): number {
  const leaf = root.leaves.find(one => one.leaf === name)
  if (leaf) return leaf.key
  for (const one of root.groups) {
    const key = keyOf(one, name)
    if (key !== 0) return key
  }
  return 0
}

test('a tree is the same after it was read and written', () => {
  assert.deepEqual(editing.writtenOf(editing.editedOf(sample())), sample())
})

test('a group without a condition is not written, except the outermost', () => {
  const [root] = editing.addGroup(editing.editedOf(group('All', [])), editing.editedOf(group('All', [])).key, 'Any')
  assert.equal(shown(root), 'All()')
  const edited = editing.editedOf(group('All', ['a']))
  const [withGroup, key] = editing.addGroup(edited, edited.key, 'None')
  assert.equal(shown(withGroup), 'All(a)')
  assert.equal(shown(editing.addLeaf(withGroup, key, 'x')[0]), 'All(a None(x))')
})

describe('moving', () => {
  const cases: readonly (readonly [what: string, part: string, direction: editing.Direction, result: string])[] = [
    ['a leaf goes up in its group', 'b', 'up', 'All(b a Any(c d None(e)) None(f))'],
    ['the first leaf of the outermost group cannot go up', 'a', 'up', 'All(a b Any(c d None(e)) None(f))'],
    ['the last leaf of the outermost group cannot go down', 'b', 'down', 'All(a b Any(c d None(e)) None(f))'],
    ['the last leaf of a group goes down to the next group', 'd', 'down', 'All(a b Any(c None(e)) None(d f))'],
    ['the first leaf of a group goes up to the group before', 'f', 'up', 'All(a b Any(c d f None(e)))'],
    ['a leaf goes into the first group beside it', 'a', 'into', 'All(b Any(a c d None(e)) None(f))'],
    ['a leaf without a group beside it goes into none', 'f', 'into', 'All(a b Any(c d None(e)) None(f))'],
    ['a leaf goes out to the end of the leaves around', 'e', 'out', 'All(a b Any(c d e) None(f))'],
    ['a leaf of the outermost group cannot go out', 'a', 'out', 'All(a b Any(c d None(e)) None(f))'],
  ]
  for (const [what, part, direction, result] of cases)
    test(what, () => {
      const root = editing.editedOf(sample())
      const key = keyOf(root, part)
      assert.equal(editing.canMove(root, key, direction), result !== textOf(sample()))
      assert.equal(shown(editing.move(root, key, direction)), result)
    })

  const groupCases: readonly (readonly [string, number, editing.Direction, string])[] = [
    ['a group goes down', 0, 'down', 'All(a b None(f) Any(c d None(e)))'],
    ['a group goes into the group above it', 1, 'into', 'All(a b Any(c d None(e) None(f)))'],
    ['the first group has none above it to go into', 0, 'into', 'All(a b Any(c d None(e)) None(f))'],
  ]
  for (const [what, at, direction, result] of groupCases)
    test(what, () => {
      const root = editing.editedOf(sample())
      assert.equal(shown(editing.move(root, root.groups[at]!.key, direction)), result)
    })

  test('a group goes out, to the place after the group it was in', () => {
    const root = editing.editedOf(sample())
    const inner = root.groups[0]!.groups[0]!
    assert.equal(shown(editing.move(root, inner.key, 'out')), 'All(a b Any(c d) None(e) None(f))')
  })

  test('a group goes no deeper than the fourth level', () => {
    const deep = group(
      'All',
      ['a'],
      [group('Any', ['b'], [group('All', ['c'], [group('Any', ['d'])])]), group('Any', ['x'])],
    )
    const root = editing.editedOf(deep)
    const [first, second] = root.groups
    assert.equal(editing.canMove(root, second!.key, 'into'), true)
    const third = first!.groups[0]!
    assert.equal(editing.hasRoomForGroup(root, third.key), true)
    assert.equal(editing.hasRoomForGroup(root, third.groups[0]!.key), false)
    const tall = editing.move(root, second!.key, 'up')
    assert.equal(editing.canMove(tall, first!.key, 'into'), false)
    assert.equal(editing.moveTo(tall, first!.key, second!.key, 0), tall)
  })
})

describe('dragging', () => {
  test('a leaf is dropped before another one, in its group and in another', () => {
    const root = editing.editedOf(sample())
    assert.equal(shown(editing.moveTo(root, keyOf(root, 'a'), root.key, 2)), 'All(b a Any(c d None(e)) None(f))')
    assert.equal(shown(editing.moveTo(root, keyOf(root, 'f'), root.groups[0]!.key, 1)), 'All(a b Any(c f d None(e)))')
  })

  test('a group is not dropped into itself', () => {
    const root = editing.editedOf(sample())
    const [outer] = root.groups
    assert.equal(editing.moveTo(root, outer!.key, outer!.groups[0]!.key, 0), root)
    assert.equal(editing.moveTo(root, outer!.key, outer!.key, 0), root)
  })
})

test('what is removed goes back to its place, after other changes too', () => {
  const root = editing.editedOf(sample())
  const [without, undo] = editing.remove(root, keyOf(root, 'c'))
  assert.equal(shown(without), 'All(a b Any(d None(e)) None(f))')
  const [later] = editing.addLeaf(without, root.key, 'z')
  assert.equal(shown(undo(later)), 'All(a b z Any(c d None(e)) None(f))')
  const [withoutGroup] = editing.remove(later, root.groups[0]!.key)
  assert.equal(shown(undo(withoutGroup)), 'All(c a b z None(f))')
})

test('a change leaves the groups that it does not concern as they are', () => {
  const root = editing.editedOf(sample())
  const changed = editing.setLeaf(root, keyOf(root, 'f'), 'F')
  assert.equal(changed.groups[0], root.groups[0])
  assert.notEqual(changed.groups[1], root.groups[1])
})

test('a path of the service names the leaf or the group', () => {
  const root = editing.editedOf(sample())
  assert.equal(editing.keyAtPath(root, 'Tree.Leaves[1]'), keyOf(root, 'b'))
  assert.equal(editing.keyAtPath(root, 'Tree.Groups[0].Groups[0].Leaves[0]'), keyOf(root, 'e'))
  assert.equal(editing.keyAtPath(root, 'Tree.Groups[1]'), root.groups[1]!.key)
  assert.equal(editing.keyAtPath(root, 'Tree.Leaves[7]'), undefined)
  assert.equal(editing.keyAtPath(root, 'Title'), undefined)
})

test('limits are counted over all groups', () => {
  const root = editing.editedOf(sample())
  assert.equal(editing.countLeaves(root), 6)
  assert.equal(editing.countLeaves(editing.duplicateLeaf(root, keyOf(root, 'e'))[0]), 7)
})

test('a leaf within one group of none is asked not to hold, within two to hold', () => {
  const tree = group('All', ['a'], [group('None', ['b'], [group('None', ['c'])]), group('Any', ['d', 'e'])])
  const found = editing.placedLeaves(tree)
  assert.deepEqual(
    found.map(({ path, leaf, isWanted, isNeeded }) => [path, leaf, isWanted, isNeeded]),
    [
      ['Leaves[0]', 'a', true, true],
      ['Groups[0].Leaves[0]', 'b', false, true],
      ['Groups[0].Groups[0].Leaves[0]', 'c', true, false],
      ['Groups[1].Leaves[0]', 'd', true, false],
      ['Groups[1].Leaves[1]', 'e', true, false],
    ],
  )
})
