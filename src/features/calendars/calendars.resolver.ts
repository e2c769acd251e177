import { Arg, Ctx, Field, Mutation, ObjectType, Resolver } from 'type-graphql';
import { AllowOverQuota, CredentialAttempt } from '../../access/guard.js';
import type { Context } from '../../context.js';
import { DeleteMutation } from '../../graphql/payload.js';
import { IdInput, InputOf } from '../../graphql/record-input.js';
import { Url } from '../../shared/scalars.js';
import { CalendarFeed } from './calendar-feed.entity.js';
import * as commands from './calendars.commands.js';
import { CreateCalendarFeedInput } from './calendars.inputs.js';

@ObjectType({ simpleResolvers: true, description: 'A new calendar with its link.' })
class CreateCalendarFeedPayload {
  @Field(() => CalendarFeed, { description: 'The calendar.' })
  calendarFeed!: CalendarFeed;

  @Field(() => Url, {
    description:
      'The link to subscribe to. Whoever has it reads the calendar without a session, so keep it secret. It is returned only here: the service does not store it.',
  })
  link!: string;
}

@Resolver(() => CalendarFeed)
export class CalendarsResolver {
  // Its response contains a secret, which is not stored under an Idempotency-Key.
  @CredentialAttempt()
  @Mutation(() => CreateCalendarFeedPayload, {
    description: `Creates a calendar that programs read by a secret link (RFC 5545). An account has at most ${commands.MAX_CALENDAR_FEEDS} (TOO_MANY_CALENDARS).`,
  })
  createCalendarFeed(
    @Arg('input', () => CreateCalendarFeedInput) input: CreateCalendarFeedInput,
    @Ctx() context: Context,
  ): Promise<commands.CreatedCalendarFeed> {
    return commands.createCalendarFeed(context, input);
  }

  @AllowOverQuota()
  @DeleteMutation({
    description: 'Deletes a calendar: its link is void at once. Returns its id, also if it has been deleted already.',
  })
  deleteCalendarFeed(@InputOf(IdInput) { id }: IdInput, @Ctx() context: Context): Promise<string> {
    return commands.deleteCalendarFeed(context, id);
  }
}
