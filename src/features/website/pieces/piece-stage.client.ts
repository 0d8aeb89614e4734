import { PiecePlayer } from './piece-player.client.ts';

export type Stage = {
  /** Does what a control of a piece is for. */
  readonly take: (piece: HTMLElement, control: HTMLElement) => void;
};

/** The pieces of a page that were used. One of them sounds at a time. */
export function createStage(context: AudioContext): Stage {
  const players = new Map<HTMLElement, PiecePlayer>();
  function playerOf(piece: HTMLElement): PiecePlayer {
    const player = players.get(piece) ?? new PiecePlayer(piece, context);
    players.set(piece, player);
    return player;
  }
  addEventListener('pagehide', () => {
    for (const player of players.values()) player.stop();
  });
  return {
    take(piece, control) {
      const player = playerOf(piece);
      const { play, voice, matched, position } = control.dataset;
      if (voice !== undefined) player.hear(Number(voice));
      if (matched !== undefined) player.toggleMatched();
      if (position !== undefined) player.seek();
      if (play === undefined) return;
      for (const other of players.values()) if (other !== player) other.stop();
      player.toggle();
    },
  };
}
