/** A tree of combines: a leaf is the index of an element, a node combines its left and right subtree. */
export type Tree = number | TreeNode;

export interface TreeNode {
  readonly left: Tree;
  readonly right: Tree;
}
