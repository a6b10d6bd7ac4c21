/* A careful bot in C, without any library: the same as careful.py, where the comments say what it does.
 *
 *     cc -O2 -o careful examples/bots/careful.c
 *     cambio lab league --bots beginner,casual,./careful --games 200
 *
 * It reads JSON only as far as it needs to: messages come without blanks between their parts, and no string in them
 * holds a quotation mark, so a field is found by its name, and a list of strings ends at its bracket. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { UNSEEN = 6, LOW = 9, MOST_ACTIONS = 1024, LONGEST_WORDS = 24 };

typedef struct { int count; char words[MOST_ACTIONS][LONGEST_WORDS]; } List;

static char values[1024]; /* {"A":1,"2":2,...} as the hello has them */

/* What follows a field's name; NULL if there is no such field. */
static const char *field(const char *message, const char *name) {
    char quoted[40];
    snprintf(quoted, sizeof quoted, "\"%s\":", name);
    const char *found = strstr(message, quoted);
    return found ? found + strlen(quoted) : NULL;
}

/* The string at that point; empty if there is something else, like null. */
static void read_string(const char *from, char *into) {
    size_t length = from && *from == '"' ? strcspn(from + 1, "\"") : 0;
    if (length >= LONGEST_WORDS) length = 0;
    if (length) memcpy(into, from + 1, length);
    into[length] = 0;
}

static void read_list(const char *from, List *list) {
    list->count = 0;
    while (from && *from != ']' && list->count < MOST_ACTIONS) {
        if (*from == '"') {
            read_string(from, list->words[list->count]);
            from += strlen(list->words[list->count++]) + 1;
        }
        from++;
    }
}

static const char *find(const List *list, const char *words) {
    for (int i = 0; i < list->count; i++)
        if (!strcmp(list->words[i], words)) return list->words[i];
    return NULL;
}

static int begins(const char *words, const char *with) { return !strncmp(words, with, strlen(with)); }

static int same_rank(const char *card, const char *other) {
    return strlen(card) == strlen(other) && !strncmp(card, other, strlen(card) - 1);
}

static int worth(const char *card) {
    char name[LONGEST_WORDS + 1];
    size_t length = strlen(card);
    if (!length || !strcmp(card, "??")) return UNSEEN;
    snprintf(name, sizeof name, "%.*s", (int)length - 1, card);
    const char *points = field(values, name);
    if (!points) {
        strcat(name, strchr("hdr", card[length - 1]) ? "r" : "b");
        points = field(values, name);
    }
    return points ? atoi(points) : UNSEEN;
}

/* The slot that words like "snap a3 #7" name, if the card is in that seat's hand; else -1. */
static int own_slot(const char *words, char seat, const List *hand) {
    const char *place = strchr(words, ' ');
    int slot = place && place[1] == seat ? atoi(place + 2) - 1 : -1;
    return slot < hand->count ? slot : -1;
}

static const char *choose(const char *line) {
    static List legal, hand;
    static char answer[LONGEST_WORDS];
    char seat[LONGEST_WORDS], top[LONGEST_WORDS], held[LONGEST_WORDS], name[8];
    const char *view = field(line, "view");
    read_list(field(line, "legal"), &legal);
    read_string(field(view, "viewer"), seat);
    read_string(field(view, "top"), top);
    read_string(field(view, "held"), held);
    snprintf(name, sizeof name, "%.1s", seat);
    read_list(field(field(view, "hands"), name), &hand);

    if (begins(field(line, "wait"), "true")) {
        for (int i = 0; i < legal.count; i++) {
            int slot = own_slot(legal.words[i], *seat, &hand);
            if (slot >= 0 && strcmp(hand.words[slot], "??") && same_rank(hand.words[slot], top)) return legal.words[i];
        }
        return NULL;
    }
    int total = 0, worst = -1, most = 0;
    for (int slot = 0; slot < hand.count; slot++) {
        if (!strcmp(hand.words[slot], "--")) continue;
        int points = worth(hand.words[slot]);
        total += points;
        if (worst < 0 || points > most) worst = slot, most = points;
    }
    if (find(&legal, "call") && (total <= LOW || atoi(field(view, "lap")) > 20)) return "call";
    for (int i = 0; *held && i < legal.count; i++) {
        if (!begins(legal.words[i], "swap ")) continue;
        if (worth(held) >= most && find(&legal, "throw")) return "throw";
        snprintf(answer, sizeof answer, "swap %s%d", name, worst + 1);
        return answer;
    }
    for (int i = 0; i < legal.count; i++) {
        int slot = begins(legal.words[i], "peek ") ? own_slot(legal.words[i], *seat, &hand) : -1;
        if (slot >= 0 && !strcmp(hand.words[slot], "??")) return legal.words[i];
    }
    static const char *const plain[] = {"ready", "draw", "skip"};
    for (int i = 0; i < 3; i++)
        if (find(&legal, plain[i])) return plain[i];
    return strcmp(legal.words[0], "call") || legal.count == 1 ? legal.words[0] : legal.words[1];
}

int main(void) {
    static char line[1 << 20];
    setvbuf(stdout, NULL, _IOLBF, 0); /* each line is sent at once */
    while (fgets(line, sizeof line, stdin)) {
        const char *type = field(line, "type");
        if (begins(type, "\"hello\"")) {
            const char *told = field(line, "values");
            snprintf(values, sizeof values, "%.*s", (int)strcspn(told, "}"), told);
            puts("{\"cambio\": 1, \"name\": \"careful, in C\"}");
        } else if (begins(type, "\"choose\"")) {
            const char *action = choose(line), *quote = action ? "\"" : "";
            printf("{\"id\": %d, \"action\": %s%s%s}\n", atoi(field(line, "id")), quote, action ? action : "null", quote);
        }
    }
    return 0;
}
