import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  type KeyboardCoordinateGetter,
  pointerWithin,
} from '@dnd-kit/core';
import { useState } from 'react';
import { useCan } from '#web/session.tsx';
import { useDragSensors } from '#web/ui/use-drag-sensors.ts';
import type { Lead } from '../contract.ts';
import { leadName } from '../format.ts';
import { leadStage, stageNames } from '../stage.ts';
import { BoardCardFace } from './board-card.tsx';
import { BoardColumn } from './board-column.tsx';
import { changeLead } from './change-lead.ts';
import { heldLead, type LeadFilter } from './use-leads.ts';

/** Arrow keys go from column to column instead of pixel by pixel. */
const byColumn: KeyboardCoordinateGetter = (event, { currentCoordinates, context }) => {
  const by = event.code === 'ArrowRight' ? 1 : event.code === 'ArrowLeft' ? -1 : 0;
  if (by === 0) return undefined;
  event.preventDefault();
  const at = leadStage.options.findIndex((stage) => stage === context.over?.id);
  const next = leadStage.options[at + by];
  const place = next === undefined ? undefined : context.droppableRects.get(next);
  return place ? { x: place.left + 12, y: place.top + 12 } : currentCoordinates;
};

const nameOf = (id: string | number) => leadName(heldLead(String(id)) ?? { name: null });
const stageName = (id: string | number | undefined) => {
  const stage = leadStage.safeParse(id);
  return stage.success ? stageNames[stage.data] : null;
};

/** What a screen reader says while a lead is carried. */
const announcements: Announcements = {
  onDragStart: ({ active }) => `Picked up ${nameOf(active.id)}.`,
  onDragOver: ({ over }) => (over ? `Over ${stageName(over.id)}.` : undefined),
  onDragEnd: ({ active, over }) =>
    over ? `${nameOf(active.id)} is in ${stageName(over.id)}.` : `${nameOf(active.id)} stays where it was.`,
  onDragCancel: ({ active }) => `${nameOf(active.id)} stays where it was.`,
};

const instructions = {
  draggable:
    'Press Space to pick the lead up, the left and right arrow keys to choose a stage, Space to drop it, Escape to leave it where it was. Enter opens it.',
};

/** One column for each stage; a lead changes its stage by being dragged, with the mouse, a finger or the keyboard. */
export function Board({ filter }: { filter: LeadFilter }) {
  const mayMove = useCan('leads.write');
  const [carried, setCarried] = useState<Lead | null>(null);
  const sensors = useDragSensors(byColumn);

  function drop({ active, over }: DragEndEvent): void {
    setCarried(null);
    const stage = leadStage.safeParse(over?.id);
    const lead = heldLead(String(active.id));
    if (!stage.success || !lead || lead.stage === stage.data) return;
    void changeLead(lead, { stage: stage.data }, `${leadName(lead)} was not moved`);
  }

  return (
    <DndContext
      sensors={sensors}
      autoScroll={{ threshold: { x: 0.1, y: 0.1 } }}
      accessibility={{ announcements, screenReaderInstructions: instructions }}
      collisionDetection={(about) => (about.pointerCoordinates ? pointerWithin(about) : closestCenter(about))}
      onDragStart={({ active }) => setCarried(heldLead(String(active.id)) ?? null)}
      onDragEnd={drop}
      onDragCancel={() => setCarried(null)}
    >
      <section
        aria-label="Leads by stage"
        className="-mx-4 mt-3 flex items-start gap-3 overflow-x-auto px-4 pb-3 md:mx-0 md:px-0"
      >
        {leadStage.options
          .filter((stage) => filter.stage === null || filter.stage === stage)
          .map((stage) => (
            <BoardColumn key={stage} stage={stage} filter={filter} mayMove={mayMove} />
          ))}
      </section>
      <DragOverlay dropAnimation={null}>
        {carried ? (
          <div className="rotate-2 rounded-md border border-theme bg-raised shadow-float">
            <BoardCardFace lead={carried} />
          </div>
        ) : null}
      </DragOverlay>
    </DndContext>
  );
}
