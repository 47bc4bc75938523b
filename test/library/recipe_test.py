"""The pages about recipes for `eleven train` list the keys that the code reads, and show their defaults."""

import re
import unittest

from installed import ROOT

PAGES = {"doc/FORMATS.md": r"^    (eleven recipe 1\n(?:    .*\n)+)",
         "package/eleven-formats.5": r"^(eleven recipe 1\n(?:[^.\n].*\n)+)"}


def read(path):
    return (ROOT / path).read_text()


def without_comments(text):
    return re.sub(r"/\*.*?\*/", "", text, flags=re.S)


def lines_of(page):
    """The lines of the recipe that a page shows, as [key, value...], without the first one."""
    recipe, = re.findall(PAGES[page], read(page), re.M)
    return [line.split(";")[0].split() for line in recipe.splitlines()[1:]]


def keys_of(page):
    return list(dict.fromkeys(line[0] for line in lines_of(page)))


def function(path, name):
    return re.search(rf"^\w.*\b{name}\(.*?^}}", without_comments(read(path)), re.M | re.S)[0]


class Recipes(unittest.TestCase):
    def numbers(self):
        """The keys of the table in the reader."""
        table = re.search(r"recipe_keys\[\] = \{(.*?)\n\};", read("src/train/train_recipe.c"), re.S)[1]
        return re.findall(r'^ *\{"(\w+)",', table, re.M)

    def keys(self):
        words = re.findall(r'core_word_is\(word, "(\w+)"\)', function("src/train/train_recipe.c", "recipe_line_scan"))
        return [*words, *self.numbers()]

    def test_every_page_lists_every_key(self):
        self.assertGreater(len(self.keys()), 10)
        for page in PAGES:
            self.assertEqual(keys_of(page), self.keys(), page)

    def test_every_key_is_a_field(self):
        """The field `tuples` has the tuples, the cap and the stages."""
        struct = re.search(r"struct train_recipe \{(.*?)\}", without_comments(read("src/train/train_room.h")), re.S)[1]
        fields = re.findall(r"(\w+)(?:\[\d+\])?[,;]", struct)
        self.assertEqual({*fields} - {"tuples"} | {"tuple", "cap", "stages"}, {*self.keys()})

    def test_every_page_states_the_defaults(self):
        pattern = r"\.(\w+) = ([\d.]+)f?\b"
        defaults = dict.fromkeys(self.numbers(), 0.0)
        for place in (("src/train/train_recipe.c", "train_recipe_parse"), ("src/player/tuples.c", "player_tuples_empty")):
            defaults.update({key: float(value) for key, value in re.findall(pattern, function(*place)) if key in defaults})
        for page in PAGES:
            stated = {key: float(value) for key, value, *_ in lines_of(page) if key in defaults}
            self.assertEqual(stated, defaults, page)


if __name__ == "__main__":
    unittest.main()
